import type { Migration } from '../src/platform/database/index.ts';

/** People, how they sign in, what they may do, and the log of what was done. */
export const accounts: Migration = {
  id: '0006-accounts',
  sql: /* sql */ `
alter table organizations add column updated_at timestamptz not null default now();

-- The five tables of better-auth, in our spelling.
create table users (
  id text primary key,
  name text not null,
  -- Lower case.
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token text not null unique,
  ip_address text,
  user_agent text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- When it was last used, to the minute.
  updated_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id, created_at desc);
create index sessions_expiry on sessions (expires_at);

create table accounts (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  issuer text,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_of_user on accounts (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
create index verifications_expiry on verifications (expires_at);

create table two_factors (
  id text primary key,
  user_id text not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count int not null default 0,
  locked_until timestamptz
);

create table members (
  organization_id text not null references organizations (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, user_id)
);
create index members_of_user on members (user_id, created_at);

create table invitations (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  token_sha256 bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  unique (organization_id, email)
);

-- A way in without an account: for the first owner, or for a user that is locked out.
create table setup_links (
  token_sha256 bytea primary key,
  organization_id text not null references organizations (id) on delete cascade,
  user_id text references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Guesses since the last success; shared by all replicas.
create table sign_in_attempts (
  bucket text primary key,
  failures int not null,
  last_at timestamptz not null
);

create table audit_events (
  id bigint generated always as identity primary key,
  organization_id text not null references organizations (id),
  at timestamptz not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('user', 'api_key', 'system', 'anonymous')),
  actor_id text,
  actor_name text not null,
  action text not null,
  target_kind text,
  target_id text,
  target_name text,
  result text not null check (result in ('success', 'refused')),
  address text,
  user_agent text,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_events_newest on audit_events (organization_id, id desc);
create index audit_events_at on audit_events (organization_id, at);
create index audit_events_actor on audit_events (organization_id, actor_id, id desc);
create index audit_events_target on audit_events (organization_id, target_id, id desc);
create index audit_events_action on audit_events (organization_id, action text_pattern_ops, id desc);

-- Append-only. What the retention removes must be older than a day, and says so first.
create function guard_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('docwright.audit_retention', true) = 'on'
    and old.at < now() - interval '1 day' then
    return old;
  end if;
  raise exception 'audit events are never changed or removed' using errcode = 'DW002';
end $$;
create trigger guard_audit_event before update or delete on audit_events for each row execute function guard_audit_event();
create trigger guard_audit_events before truncate on audit_events for each statement execute function guard_audit_event();
`,
};
