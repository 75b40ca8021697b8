-- Owner: agent/automations

-- One row per automation, which starts agent jobs of a project on its own.
create table automations (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  name text not null,
  kind text not null,
  enabled boolean not null default true,
  trigger_type text not null check (trigger_type in ('schedule', 'content_update', 'code_change', 'event')),
  -- The trigger as in the API, without `type`.
  trigger jsonb not null,
  instructions text not null default '',
  -- Repositories with source code, with stored addresses. The agent can only read them.
  context_repositories jsonb not null default '[]',
  limits jsonb not null,
  -- Next time of the schedule, or of the next check of the branches. Null for events and for disabled automations.
  due_at timestamptz,
  -- The last known commit of each branch: {"repository branch": commit}.
  heads jsonb not null default '{}',
  -- Sealed secret of the trigger `event`; null for other triggers.
  secret text,
  -- Message for users: the reason why waiting events start no run now.
  waiting_for text,
  created_by text not null,
  -- The user who created the automation and is notified about its runs; null if a key created it.
  created_by_user text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index automations_of_project on automations (project_id, created_at, id);
create index automations_of_organization on automations (organization_id);
create index automations_due on automations (due_at) where enabled and due_at is not null;

-- One row per run: the evidence of one or more events, and the outcome.
create table automation_runs (
  id text primary key,
  automation_id text not null references automations (id) on delete cascade,
  organization_id text not null,
  project_id text not null,
  state text not null default 'queued'
    check (state in ('queued', 'running', 'review_needed', 'accepted', 'closed', 'failed', 'no_changes')),
  trigger text not null check (trigger in ('schedule', 'content_update', 'code_change', 'event', 'manual')),
  -- The person or key that started the run; null if the trigger did.
  started_by text,
  -- [{kind, text, source}], oldest first.
  evidence jsonb not null,
  events int not null,
  -- 1, or one more than the depth of the run whose merge caused this run.
  depth int not null default 1,
  -- The agent job and its turn; null until the job is created, or if none was needed.
  job_id text references agent_jobs (id) on delete set null,
  job_turn int,
  pr_number int,
  pr_link text,
  -- Cost of the job before the run, and cost of the run.
  cost_before numeric not null default 0,
  cost_usd numeric not null default 0,
  outcome text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz
);
create index automation_runs_newest on automation_runs (automation_id, created_at desc, id desc);
create unique index automation_runs_active on automation_runs (automation_id) where state in ('queued', 'running');
create index automation_runs_of_job on automation_runs (job_id) where job_id is not null;
create index automation_runs_open on automation_runs (automation_id) where state = 'review_needed';
create index automation_runs_ended on automation_runs (ended_at);

-- One row per event that can start a run. Handled events are retained for a while, so that repetitions are recognized.
create table automation_events (
  id text primary key,
  automation_id text not null references automations (id) on delete cascade,
  -- Identifies the event: a scheduled time, a commit, or the sender's ID of a request.
  subject text not null,
  evidence jsonb not null,
  depth int not null default 1,
  run_id text references automation_runs (id) on delete set null,
  -- When a run took over the event, or the event was discarded.
  handled_at timestamptz,
  received_at timestamptz not null default clock_timestamp(),
  unique (automation_id, subject)
);
create index automation_events_waiting on automation_events (automation_id, received_at, id) where handled_at is null;
create index automation_events_of_run on automation_events (run_id) where run_id is not null;
create index automation_events_age on automation_events (received_at);
