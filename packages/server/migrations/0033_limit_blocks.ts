import type { Migration } from '../src/platform/database/index.ts';

/** Uses of limits that are given out in blocks: a process takes a block, and its requests ask nobody. */
export const limitBlocks: Migration = {
  id: '0033-limit-blocks',
  sql: /* sql */ `
create table limit_blocks (
  id bigint generated always as identity primary key,
  bucket text not null,
  units integer not null check (units >= 0),
  leased_at timestamptz not null default clock_timestamp()
);
create index limit_blocks_bucket on limit_blocks (bucket, leased_at);
create index limit_blocks_age on limit_blocks (leased_at);
`,
};
