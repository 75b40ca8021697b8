import type { Migration } from '../src/platform/database/index.ts';

/** Jobs that take no use of their project's limit: the example of a first start. */
export const freeJobs: Migration = {
  id: '0015-free-jobs',
  sql: /* sql */ `
alter table agent_jobs add column is_free boolean not null default false;
`,
};
