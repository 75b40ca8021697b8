import type { Migration } from '../src/platform/database/index.ts';

/** Measuring what an organization stores reads its bundles, and no other's. */
export const bundlesOfOrganizations: Migration = {
  id: '0129-bundles-of-organizations',
  indexes: {
    site_bundles_of_organization: 'on site_bundles (organization_id, blob_key) include (size_bytes)',
  },
};
