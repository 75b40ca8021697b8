-- Owner: readers/edge

-- One row per reader of a protected site or preview, from the last sign-in until it may no longer count. Everything about
-- the reader is sealed with a secret of the edges.
create table reader_profiles (
  environment_id text not null references site_environments (id) on delete cascade,
  -- SHA-256 of site, mode and subject.
  owner text not null,
  sealed text not null,
  expires_at timestamptz not null,
  primary key (environment_id, owner)
);
create index reader_profiles_expiry on reader_profiles (expires_at);

-- One row per token with which an agent reads as its owner does. The token itself can't be made from a row.
create table reader_access_tokens (
  id text primary key,
  environment_id text not null references site_environments (id) on delete cascade,
  owner text not null,
  sealed text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index reader_access_tokens_of_owner on reader_access_tokens (environment_id, owner);
create index reader_access_tokens_expiry on reader_access_tokens (expires_at);
