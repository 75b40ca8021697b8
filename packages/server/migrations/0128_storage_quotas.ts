import type { Migration } from '../src/platform/database/index.ts';

/**
 * What each organization stores. The figures are a cache: writers add to them, the hourly upkeep measures them again, and an
 * organization that is over its quota is measured before it is refused.
 */
export const storageQuotas: Migration = {
  id: '0128-storage-quotas',
  sql: /* sql */ `
create table organization_storage (
  organization_id text primary key references organizations (id) on delete cascade,
  -- Null for the default of the installation, 0 for no quota.
  quota_bytes bigint check (quota_bytes >= 0),
  repository_bytes bigint not null default 0 check (repository_bytes >= 0),
  bundle_bytes bigint not null default 0 check (bundle_bytes >= 0),
  record_bytes bigint not null default 0 check (record_bytes >= 0),
  -- Null until the first measurement.
  measured_at timestamptz
);
`,
};
