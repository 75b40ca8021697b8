import type { Migration } from '../src/platform/database/index.ts';

/** When each rule of the upkeep ran last, and how much it removed: one row for each rule. */
export const upkeepRuns: Migration = {
  id: '0100-upkeep-runs',
  sql: /* sql */ `
create table upkeep_runs (
  rule text primary key,
  started_at timestamptz not null,
  -- Null until it ends for the first time; the numbers are those of the last one that ended.
  ended_at timestamptz,
  failed boolean not null default false,
  rows bigint not null default 0,
  files bigint not null default 0,
  bytes bigint not null default 0
);
`,
};
