-- The file that defines the automation, relative to the docs folder, and the commit with its content; null for automations
-- that were created through the API. A file that is no longer valid disables its automation.
alter table automations add column source_path text;
alter table automations add column source_commit text;
create unique index automations_by_file on automations (project_id, source_path) where source_path is not null;

-- Owner: agent/automations

-- One row per project: when its automation files are read next, and the problems that were found in them.
create table automation_sources (
  project_id text primary key references projects (id) on delete cascade,
  organization_id text not null references organizations (id),
  -- Stored address of the docs repository, which pushes are reported for.
  repository text not null,
  due_at timestamptz not null,
  -- The commit of the docs branch that was read last; null before the first time.
  commit text,
  read_at timestamptz,
  -- Whether the docs branch has automation files.
  has_files boolean not null default false,
  -- [{path, line, message}]
  problems jsonb not null default '[]'
);
create index automation_sources_due on automation_sources (due_at);
create index automation_sources_of_repository on automation_sources (organization_id, repository);

insert into automation_sources (project_id, organization_id, repository, due_at)
select id, organization_id, repository, clock_timestamp() from projects;
