import type { Migration } from '../src/platform/database/index.ts';

/** What an export leaves out: pages that are not for every reader, and those in no navigation. */
export const restrictedPages: Migration = {
  id: '0016-restricted-pages',
  sql: /* sql */ `
alter table export_jobs add column exclude_restricted boolean not null default false;
alter table projects add column exclude_orphans boolean not null default false;
`,
};
