import type { TableOf } from '../../../platform/database/index.ts';
import type { ContextTables } from '../../agent/context-repositories/index.ts';
import type { AnalyticsTables } from '../analytics/index.ts';

export type LinkOutcome = 'answers' | 'gone' | 'unknown';

export interface PageHealthTables extends AnalyticsTables, ContextTables {
  page_health_sites: TableOf<'page_health_sites'>;
  page_health_pages: TableOf<'page_health_pages'>;
  page_health_links: TableOf<'page_health_links'>;
  page_health_hosts: TableOf<'page_health_hosts'>;
}
