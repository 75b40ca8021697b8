import type { Migration } from '../src/platform/database/index.ts';

/** Code hosts are asked less often where nothing changes: the wait until the next look, and what the last answer was. */
export const backingOff: Migration = {
  id: '0090-backing-off',
  sql: /* sql */ `
alter table site_environments add column poll_wait_seconds integer not null default 0;
alter table sites
  add column pull_requests_wait_seconds integer not null default 0,
  -- The repository and the ETag of the list of its open pull requests that was gone through last.
  add column pull_requests_tag text;
`,
};
