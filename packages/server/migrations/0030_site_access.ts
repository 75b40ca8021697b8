import type { Migration } from '../src/platform/database/index.ts';

/** Who may read previews: passwords, and the codes with which a member comes from the dashboard to a site's own origin. */
export const siteAccess: Migration = {
  id: '0030-site-access',
  sql: /* sql */ `
-- Null: as the installation has it, "members" unless only its own machine reaches it.
alter table sites add column preview_access text check (preview_access in ('public', 'link', 'password', 'members'));

create table site_passwords (
  -- Another one with each password: sessions are of an id, and end with it.
  id text primary key,
  project_id text not null references sites (project_id) on delete cascade,
  label text not null,
  hash text not null,
  updated_at timestamptz not null default clock_timestamp(),
  unique (project_id, label)
);

create table site_access_codes (
  code_sha256 bytea primary key,
  environment_id text not null references site_environments (id) on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  -- SHA-256 of what the browser that asked has in a cookie of the site.
  challenge text not null,
  expires_at timestamptz not null
);
create index site_access_codes_expiry on site_access_codes (expires_at);
`,
};
