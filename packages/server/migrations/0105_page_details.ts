import type { Migration } from '../src/platform/database/index.ts';

/** Counts by page and name. Days that were counted before have none, and are counted anew as long as their events are kept. */
export const pageDetails: Migration = {
  id: '0105-page-details',
  sql: /* sql */ `
alter table analytics_counted_days add column has_pages boolean not null default false;
`,
};
