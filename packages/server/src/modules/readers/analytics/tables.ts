import type { OrganizationTables } from '../../identity/organizations/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import type { RateLimitTables } from '../../foundation/rate-limits/index.ts';

export interface AnalyticsTables extends OrganizationTables, ProjectTables, RateLimitTables {
  analytics_daily: { project_id: string; day: string };
  analytics_counted_days: { day: string };
  analytics_recounts: { project_id: string; day: string };
  analytics_salts: { day: string; salt: Buffer };
}

/** The caller's project, and days `YYYY-MM-DD` in UTC; `to` is exclusive. */
export interface AskedDays {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
}
