import type { AnalyticsTables } from '../analytics/index.ts';

export type LinkOutcome = 'answers' | 'gone' | 'unknown';

export interface PageHealthTables extends AnalyticsTables {
  page_health_sites: {
    project_id: string;
    bundle_id: string | null;
    complete: boolean;
    seen_at: Date;
    claimed_until: Date;
  };
  page_health_pages: {
    project_id: string;
    path: string;
    title: string;
    bundle_id: string;
    digest: Buffer;
    unchanged_since: Date;
    added_at: Date | null;
  };
  page_health_links: {
    project_id: string;
    url: string;
    host: string;
    bundle_id: string;
    pages: string[];
    page_count: number;
    outcome: LinkOutcome | null;
    reason: string | null;
    checked_at: Date | null;
    heard_at: Date | null;
    gone_since: Date | null;
    gone_at: Date | null;
    gone_reason: string | null;
    due_at: Date;
  };
  page_health_hosts: { host: string; next_at: Date };
}
