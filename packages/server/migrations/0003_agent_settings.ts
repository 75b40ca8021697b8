import type { Migration } from '../src/platform/database/index.ts';

export const agentSettings: Migration = {
  id: '0003-agent-settings',
  sql: /* sql */ `
-- What a project sets for its agent jobs; a project without a row has the defaults.
create table project_agent_settings (
  project_id text primary key references projects (id) on delete cascade,
  organization_id text not null references organizations (id),
  settings jsonb not null,
  updated_at timestamptz not null default clock_timestamp()
);

-- The models of a project that has its own; their credentials are sealed with the master key that key_id names.
create table project_models (
  project_id text primary key references projects (id) on delete cascade,
  organization_id text not null references organizations (id),
  models jsonb not null,
  credentials text not null,
  key_id text not null,
  updated_at timestamptz not null default clock_timestamp()
);
create index project_models_key on project_models (key_id);
`,
};
