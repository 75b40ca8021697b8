import type { TableOf } from '../../../platform/database/index.ts';
import type { OrganizationTables } from '../../identity/organizations/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import type { RateLimitTables } from '../../foundation/rate-limits/index.ts';

export interface AnalyticsTables extends OrganizationTables, ProjectTables, RateLimitTables {
  analytics_daily: TableOf<'analytics_daily'>;
  analytics_counted_days: TableOf<'analytics_counted_days'>;
  analytics_recounts: TableOf<'analytics_recounts'>;
  analytics_salts: TableOf<'analytics_salts'>;
}

/** The caller's project, and days `YYYY-MM-DD` in UTC; `to` is exclusive. */
export interface ProjectDays {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
}
