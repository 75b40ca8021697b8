import type { Migration } from '../src/platform/database/index.ts';

/**
 * Counts by hour: days that were counted before have none, and get them as long as their events are kept. And files of a day that were
 * written before the day was counted once more.
 */
export const hoursAndStaleFiles: Migration = {
  id: '0117-hours-and-stale-files',
  sql: /* sql */ `
alter table analytics_counted_days add column has_hours boolean not null default false;
create table analytics_stale_files (
  project_id text not null references projects (id) on delete cascade,
  day date not null,
  counted_at timestamptz not null default clock_timestamp(),
  primary key (project_id, day)
);
create index analytics_stale_files_day on analytics_stale_files (day);
`,
};
