import type { Migration } from '../src/platform/database/index.ts';

export const core: Migration = {
  id: '0001-core',
  sql: /* sql */ `
create table organizations (
  id text primary key,
  name text not null,
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  created_at timestamptz not null default now()
);

create table projects (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  repository text not null,
  branch text not null,
  docs_folder text not null,
  deployment_kind text not null check (deployment_kind in ('cloud', 'client-hosted', 'air-gapped')),
  model text not null,
  features jsonb not null,
  as_draft boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index projects_newest on projects (organization_id, created_at desc, id desc);

-- A domain is unique within its organization only: an answer must not tell what another organization has.
create table project_domains (
  organization_id text not null references organizations (id),
  domain text not null,
  project_id text not null references projects (id) on delete cascade,
  position int not null,
  primary key (organization_id, domain)
);
create index project_domains_project on project_domains (project_id, position);

create table api_keys (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  sha256 bytea not null unique,
  prefix text not null,
  last_four text not null,
  scopes text[] not null,
  project_ids text[],
  created_by text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_newest on api_keys (organization_id, created_at desc, id desc);

-- One row for each accepted use of a limited operation; rows older than the window are removed by the next use.
create table rate_uses (
  bucket text not null,
  used_at timestamptz not null,
  id bigint generated always as identity,
  primary key (bucket, used_at, id)
);

create table idempotency_keys (
  organization_id text not null references organizations (id),
  key text not null,
  operation text not null,
  body_sha256 bytea not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table agent_jobs (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  status text not null check (status in ('active', 'completed', 'failed', 'archived')),
  result text,
  model text not null,
  repository text not null,
  base_branch text not null,
  branch text,
  as_draft boolean not null,
  base_commit text,
  -- How far publishing has come: working, tree_ready, pushed, pr_known.
  publish_state text not null default 'working',
  commit_sha text,
  tree_sha text,
  -- The last commit that we know to be on the remote branch: what the next push expects there.
  pushed_sha text,
  pr_number int,
  pr_link text,
  title text,
  summary text,
  error jsonb,
  usage jsonb not null,
  files jsonb not null default '[]',
  duplicate_of text,
  turns int not null default 1,
  -- Fencing token: the attempt of the worker that may write.
  attempt int not null default 0,
  last_event_id int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  archived_at timestamptz
);
create index agent_jobs_newest on agent_jobs (project_id, created_at desc, id desc);
create index agent_jobs_active on agent_jobs (status) where status = 'active';
create index agent_jobs_trees on agent_jobs (project_id, tree_sha) where pr_link is not null;

create table agent_job_turns (
  job_id text not null references agent_jobs (id) on delete cascade,
  turn int not null,
  prompt text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Set when the turn began to be worked on: its deadline is counted from here.
  started_at timestamptz,
  primary key (job_id, turn)
);

create table agent_job_journal (
  job_id text not null references agent_jobs (id) on delete cascade,
  turn int not null,
  seq int not null,
  step int not null,
  kind text not null,
  -- json, not jsonb: the text comes back exactly as it was written, key order included.
  data json not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (job_id, turn, seq)
);

create table agent_job_overlay (
  job_id text not null references agent_jobs (id) on delete cascade,
  path text not null,
  kind text not null check (kind in ('write', 'delete')),
  content bytea,
  moved_from text,
  primary key (job_id, path)
);

create table agent_job_events (
  job_id text not null references agent_jobs (id) on delete cascade,
  id int not null,
  type text not null,
  at timestamptz not null default clock_timestamp(),
  data jsonb not null,
  primary key (job_id, id)
);

create table export_jobs (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  domain text,
  status text not null check (status in ('queued', 'running', 'completed', 'failed')),
  progress real not null default 0,
  page_count int not null default 0,
  total_pages int,
  requested_version text,
  commit text,
  base_path text not null,
  paths text[],
  strict boolean not null,
  error text,
  error_code text,
  issues jsonb not null default '[]',
  issue_count int not null default 0,
  duration_ms int,
  sha256 text,
  size_bytes bigint,
  blob_key text,
  attempt int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index export_jobs_newest on export_jobs (organization_id, created_at desc, id desc);
create index export_jobs_unended on export_jobs (project_id) where status in ('queued', 'running');

-- Promise N2: a terminal state changes by the documented transitions only, and progress never goes back, whoever writes.
create function guard_agent_job() returns trigger language plpgsql as $$
begin
  if old.status = 'archived' and new.status <> 'archived'
    or old.status = 'completed' and new.status = 'failed'
    or old.status = 'failed' and new.status = 'completed' then
    raise exception 'agent job % may not go from % to %', old.id, old.status, new.status using errcode = 'DW001';
  end if;
  if old.status <> new.status or old.last_event_id <> new.last_event_id then
    perform pg_notify('docwright_job', new.id);
  end if;
  return new;
end $$;
create trigger guard_agent_job before update on agent_jobs for each row execute function guard_agent_job();

create function guard_export_job() returns trigger language plpgsql as $$
begin
  if old.status in ('completed', 'failed') and new.status <> old.status then
    raise exception 'export job % may not go from % to %', old.id, old.status, new.status using errcode = 'DW001';
  end if;
  -- A second attempt starts over; what a client has seen stays the floor.
  new.progress = greatest(old.progress, new.progress);
  new.page_count = greatest(old.page_count, new.page_count);
  perform pg_notify('docwright_job', new.id);
  return new;
end $$;
create trigger guard_export_job before update on export_jobs for each row execute function guard_export_job();
`,
};
