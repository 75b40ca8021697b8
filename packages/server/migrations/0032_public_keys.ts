import type { Migration } from '../src/platform/database/index.ts';

/** Keys that pages show to everybody. They lie in a table of their own, so that none is ever taken for an admin key. */
export const publicKeys: Migration = {
  id: '0032-public-keys',
  sql: /* sql */ `
create table public_keys (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  name text not null,
  key text not null unique check (key like 'dw\\_pub\\_%'),
  allowed_origins text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  revoked_at timestamptz
);
create index public_keys_project on public_keys (project_id, created_at);
`,
};
