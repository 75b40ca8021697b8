import type { Migration } from '../src/platform/database/index.ts';

/** What a bundle was made of besides its repository: looked at again, so that a site follows its specifications. */
export const siteSpecifications: Migration = {
  id: '0049-site-specifications',
  sql: /* sql */ `
-- Digests of specifications by URL; null for one that could not be had.
alter table site_bundles add column specifications jsonb;
create index site_bundles_with_specifications on site_bundles (id) where specifications is not null;
alter table site_environments add column specifications_seen_at timestamptz not null default clock_timestamp();
`,
};
