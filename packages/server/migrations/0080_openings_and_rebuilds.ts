import type { Migration } from '../src/platform/database/index.ts';

/**
 * A preview that is read stays. A site that was rolled back is built anew where its settings are others, and stays rolled back.
 */
export const openingsAndRebuilds: Migration = {
  id: '0080-openings-and-rebuilds',
  sql: /* sql */ `
alter table site_environments add column opened_at timestamptz;
alter table site_deployments add column keeps_promotion boolean not null default false;
`,
};
