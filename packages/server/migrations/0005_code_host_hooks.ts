import type { Migration } from '../src/platform/database/index.ts';

export const codeHostHooks: Migration = {
  id: '0005-code-host-hooks',
  sql: /* sql */ `
-- Where a code host tells of comments and ended pull requests of a project's repository.
create table code_host_hooks (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  kind text not null check (kind in ('github', 'gitlab', 'gitea', 'bitbucket')),
  -- Sealed.
  secret text not null,
  follow_ups text not null check (follow_ups in ('mention', 'review', 'off')),
  mention text not null,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  last_event_at timestamptz
);
create index code_host_hooks_of on code_host_hooks (project_id, created_at, id);

create table code_host_events (
  id text primary key,
  hook_id text not null references code_host_hooks (id) on delete cascade,
  -- As the host names the delivery.
  delivery_id text not null,
  -- What it is about, such as a comment's id: a captured body under another delivery id is still the same event.
  subject text not null,
  data jsonb not null,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'follow-up', 'noted', 'ignored')),
  reason text,
  agent_job_id text,
  received_at timestamptz not null default clock_timestamp(),
  handled_at timestamptz,
  unique (hook_id, delivery_id),
  unique (hook_id, subject)
);
create index code_host_events_newest on code_host_events (hook_id, received_at desc, id desc);
create index agent_jobs_pull_request on agent_jobs (project_id, pr_number) where pr_number is not null;
`,
};
