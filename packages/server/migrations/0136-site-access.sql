-- Who can read a live site. It is in the row that edges look up anyway: the settings of the other modes are read only if
-- it isn't public.
alter table sites add column access_mode text not null default 'public'
  check (access_mode in ('public', 'password', 'members', 'oauth', 'jwt', 'proxy'));

-- Owner: publishing/site-access

-- One row per site whose readers' access was ever set; its mode is sites.access_mode.
create table site_access (
  project_id text primary key references sites (project_id) on delete cascade,
  organization_id text not null references organizations (id),
  session_seconds integer not null default 604800 check (session_seconds between 300 and 2592000),
  -- Sessions of an earlier epoch have ended.
  session_epoch integer not null default 0,
  signed_out_at timestamptz,
  -- The settings of each mode, without secrets; null if they were never set.
  oauth jsonb,
  jwt jsonb,
  proxy jsonb,
  -- Sealed with the master key that key_id names.
  secrets text,
  key_id text,
  updated_at timestamptz not null default clock_timestamp(),
  check ((secrets is null) = (key_id is null))
);
create index site_access_of_organization on site_access (organization_id);
create index site_access_key on site_access (key_id) where key_id is not null;

-- One row per password for the readers of a site.
create table site_reader_passwords (
  -- Each new password gets another ID. Sessions belong to an ID, and end with it.
  id text primary key,
  project_id text not null references sites (project_id) on delete cascade,
  label text not null,
  hash text not null,
  updated_at timestamptz not null default clock_timestamp(),
  unique (project_id, label)
);

-- One row per public key that verifies readers' tokens.
create table site_reader_keys (
  project_id text not null references sites (project_id) on delete cascade,
  -- The kid of tokens.
  id text not null,
  algorithm text not null check (algorithm in ('EdDSA', 'ES256')),
  public_key text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, id)
);

-- One row per sign-in of a reader, for the number of sessions. Cookies are checked without it.
create table reader_sessions (
  id text primary key,
  project_id text not null references sites (project_id) on delete cascade,
  subject_sha256 bytea not null,
  session_epoch integer not null,
  -- The password or key that it was signed in with; the session ends with it.
  credential_id text,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index reader_sessions_of_project on reader_sessions (project_id, expires_at);
create index reader_sessions_expiry on reader_sessions (expires_at);

-- One row per test of a sign-in by a dashboard user.
create table site_sign_in_tests (
  id text primary key,
  project_id text not null references sites (project_id) on delete cascade,
  organization_id text not null references organizations (id),
  token_sha256 bytea not null unique,
  mode text not null check (mode in ('oauth', 'jwt', 'proxy')),
  -- The tested settings and secrets, sealed; null after the result.
  settings text,
  result text,
  created_at timestamptz not null default clock_timestamp(),
  -- Until when the sign-in must be completed.
  expires_at timestamptz not null
);
create index site_sign_in_tests_of_project on site_sign_in_tests (project_id, created_at);
create index site_sign_in_tests_of_organization on site_sign_in_tests (organization_id);
create index site_sign_in_tests_age on site_sign_in_tests (created_at);
