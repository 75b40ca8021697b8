-- Owner: agent/context-repositories

-- One row per project whose pages have code anchors: the time of the next check, and the stale anchors.
create table code_anchor_checks (
  project_id text primary key references projects (id) on delete cascade,
  organization_id text not null references organizations (id),
  -- When the next check is due. A worker moves this time before it starts the check.
  due_at timestamptz not null default clock_timestamp(),
  -- When the last complete check ended; null before the first one.
  checked_at timestamptz,
  -- Reason why the last check could not complete.
  fault text,
  -- Anchors whose code has changed: page, line, location, reason, and the time of the check that found the change.
  stale jsonb not null default '[]'
);
create index code_anchor_checks_due on code_anchor_checks (due_at);
create index code_anchor_checks_of_organization on code_anchor_checks (organization_id);
