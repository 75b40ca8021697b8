-- Owner: agent/context-repositories

-- One row per project whose pages name code: when its anchors are checked, and which of them are stale.
create table code_anchor_checks (
  project_id text primary key references projects (id) on delete cascade,
  organization_id text not null references organizations (id),
  -- When the next check is due; a worker that checks moves it first.
  due_at timestamptz not null default clock_timestamp(),
  -- When a check last completed; null before the first.
  checked_at timestamptz,
  -- Why the last check could not complete.
  fault text,
  -- Anchors whose code has changed: page, line, location, reason and since when.
  stale jsonb not null default '[]'
);
create index code_anchor_checks_due on code_anchor_checks (due_at);
create index code_anchor_checks_of_organization on code_anchor_checks (organization_id);
