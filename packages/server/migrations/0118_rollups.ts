import type { Migration } from '../src/platform/database/index.ts';

/**
 * Counts of eight and of sixty-four days together, of projects that have many rows a day. A subject has a row for each target that was the
 * most frequent of one of the days. The days themselves stay: a roll-up is read where a range has all of its days.
 */
export const rollups: Migration = {
  id: '0118-rollups',
  sql: /* sql */ `
alter table analytics_counted_days add column has_rollups boolean not null default false;

create table analytics_rollups (
  project_id text not null references projects (id) on delete cascade,
  first_day date not null,
  days integer not null check (days in (8, 64)),
  primary key (project_id, first_day, days)
);
create index analytics_rollups_first_day on analytics_rollups (first_day);

create table analytics_rollup_counts (
  project_id text not null,
  first_day date not null,
  days integer not null,
  kind text not null,
  subject text not null,
  target text,
  human integer not null,
  ai integer not null,
  human_visitors integer not null,
  ai_visitors integer not null,
  clicks integer not null,
  without_result integer not null,
  without_result_visitors integer not null,
  last_at timestamptz not null,
  -- Of the last day on which it was searched for in vain.
  last_without_result_at timestamptz
);
create index analytics_rollup_counts_of_kind on analytics_rollup_counts (project_id, kind, first_day, days);
create index analytics_rollup_counts_first_day on analytics_rollup_counts (first_day);
create trigger require_project before insert on analytics_rollup_counts for each row execute function require_project();
`,
};
