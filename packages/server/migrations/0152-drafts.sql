-- Owner: publishing/drafts

-- One row per branch of a project with unpublished changes of the editor. Deleted when the last change is published.
create table drafts (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  branch text not null,
  -- The commit of the branch that the changes apply to.
  base_commit text not null,
  -- Increases with every change.
  version int not null default 0,
  -- When the branch was found to be deleted; null if it exists.
  branch_deleted_at timestamptz,
  -- When the code host refused a commit on the branch, which then needs a pull request.
  push_refused_at timestamptz,
  -- When its authors were notified that the draft will be removed; null after the next change.
  notified_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- Last change, including merged commits.
  updated_at timestamptz not null default clock_timestamp(),
  -- Last change by a person or key.
  saved_at timestamptz not null default clock_timestamp(),
  unique (project_id, branch)
);
create index drafts_of_organization on drafts (organization_id);
create index drafts_saved on drafts (saved_at);

-- One row per changed file. Paths are relative to the docs folder.
create table draft_files (
  draft_id text not null references drafts (id) on delete cascade,
  path text not null,
  kind text not null check (kind in ('write', 'delete')),
  -- The bytes of the file; null if it is deleted.
  content bytea,
  -- The bytes in the base commit, or of `moved_from` for a moved file; null if it doesn't exist there.
  base_content bytea,
  -- The path in the base commit of a moved file.
  moved_from text,
  -- The commit of the branch that changed the same lines; null if there is no conflict. Its bytes are `base_content`.
  conflict_commit text,
  updated_at timestamptz not null default clock_timestamp(),
  -- Email address of the person, or name of the key.
  updated_by text not null,
  primary key (draft_id, path)
);

-- One row per person or key that changed a draft: the authors of its commit.
create table draft_authors (
  draft_id text not null references drafts (id) on delete cascade,
  actor_kind text not null check (actor_kind in ('user', 'api_key', 'system', 'anonymous')),
  actor_id text not null,
  -- Email address of the person, or name of the key, at that time.
  name text not null,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (draft_id, actor_id)
);

-- One row per project whose rules for publishing drafts were changed.
create table draft_settings (
  project_id text primary key references projects (id) on delete cascade,
  -- Whether drafts of the deployment branch need a pull request; null if it was not chosen.
  require_pull_request boolean,
  -- Whether a draft that introduces errors can't be published.
  block_errors boolean not null default false
);
