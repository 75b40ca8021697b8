-- Owner: readers/edge

-- One row per token that signed a reader in, until it expires: it works once, at whichever edge it arrives.
create table used_reader_tokens (
  project_id text not null references sites (project_id) on delete cascade,
  -- SHA-256 of what was signed.
  digest text not null,
  expires_at timestamptz not null,
  primary key (project_id, digest)
);
create index used_reader_tokens_expiry on used_reader_tokens (expires_at);

-- One row per session that its reader ended, until it would have expired: cookies are valid without a row, so edges list
-- those that aren't.
create table ended_reader_sessions (
  id text primary key,
  project_id text not null references sites (project_id) on delete cascade,
  ended_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index ended_reader_sessions_of_project on ended_reader_sessions (project_id);
create index ended_reader_sessions_time on ended_reader_sessions (ended_at);
create index ended_reader_sessions_expiry on ended_reader_sessions (expires_at);
