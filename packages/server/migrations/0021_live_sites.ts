import type { Migration } from '../src/platform/database/index.ts';

/** A project's live site: its address, its environments, and the deployments that they point at. */
export const liveSites: Migration = {
  id: '0021-live-sites',
  sql: /* sql */ `
create table sites (
  project_id text primary key references projects (id) on delete cascade,
  organization_id text not null references organizations (id),
  slug text not null unique,
  previews boolean not null default true,
  require_no_errors boolean not null default false,
  published boolean not null default true,
  -- Set by the operator: 410 or 451, with what readers are told.
  takedown jsonb,
  -- Answers where an edge is asked by an address instead of a name: the example of a first start.
  is_default boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create unique index sites_default on sites (is_default) where is_default;

-- A slug is never given to another project, whatever became of the first.
create table site_slugs (
  slug text primary key,
  project_id text not null,
  created_at timestamptz not null default clock_timestamp()
);

create table site_environments (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  kind text not null check (kind in ('production', 'preview')),
  -- Null for production: the project says which branch that is.
  branch text,
  -- Of a preview: the first part of its host name.
  label text unique,
  -- Number of the last observation of the branch's head.
  observation bigint not null default 0,
  observed_commit text,
  active_deployment_id text,
  -- Nothing that was observed up to here goes live by itself any more.
  active_observation bigint not null default 0,
  -- A promotion holds until the branch's head is another.
  pinned_commit text,
  polled_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((kind = 'production') = (branch is null)),
  check ((kind = 'production') = (label is null))
);
create index site_environments_polled on site_environments (polled_at);
create unique index site_environments_production on site_environments (project_id) where kind = 'production';
create unique index site_environments_preview on site_environments (project_id, branch) where kind = 'preview';

create table site_deployments (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  environment_id text not null references site_environments (id) on delete cascade,
  branch text not null,
  status text not null check (status in ('queued', 'in_progress', 'success', 'failure', 'skipped')),
  source text not null,
  author text,
  commit text,
  commit_message text,
  files_changed jsonb,
  observation bigint,
  bundle_id text references site_bundles (id),
  summary text,
  error_code text,
  log jsonb not null default '[]',
  durations jsonb not null default '{}',
  attempt int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  activated_at timestamptz
);
create index site_deployments_newest on site_deployments (project_id, created_at desc, id desc);
create index site_deployments_unended on site_deployments (environment_id) where status in ('queued', 'in_progress');
create index site_deployments_bundle on site_deployments (bundle_id);
-- At most one is being built for an environment.
create unique index site_deployments_in_progress on site_deployments (environment_id) where status = 'in_progress';

alter table site_environments add constraint site_environments_active
  foreign key (active_deployment_id) references site_deployments (id) deferrable initially deferred;
`,
};
