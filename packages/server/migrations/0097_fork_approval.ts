import type { Migration } from '../src/platform/database/index.ts';

/** Whether a maintainer lets each head of a fork be built, and which heads the project's setting has let. */
export const forkApproval: Migration = {
  id: '0097-fork-approval',
  sql: /* sql */ `
alter table sites add column require_fork_approval boolean not null default true;
alter table site_pull_requests add column approved_by_setting boolean not null default false;
`,
};
