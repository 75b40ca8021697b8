import type { Migration } from '../src/platform/database/index.ts';

/** Exports and deployments of equal contents share one bundle. */
export const siteBundles: Migration = {
  id: '0020-site-bundles',
  sql: /* sql */ `
create table site_bundles (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  identity text not null,
  commit text not null,
  blob_key text not null,
  sha256 text not null,
  size_bytes bigint not null,
  page_count int not null,
  issues jsonb not null,
  issue_count int not null,
  error_count int not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (project_id, identity)
);
create index site_bundles_blob on site_bundles (blob_key);
`,
};
