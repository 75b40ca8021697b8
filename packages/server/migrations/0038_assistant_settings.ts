import type { Migration } from '../src/platform/database/index.ts';

/** What a project sets for its assistant; a project without a row has the defaults. */
export const assistantSettings: Migration = {
  id: '0038-assistant-settings',
  sql: /* sql */ `
create table project_assistant_settings (
  project_id text primary key references projects (id) on delete cascade,
  organization_id text not null references organizations (id),
  enabled boolean not null,
  model text not null check (model in ('builtin/extracts-1', 'project')),
  instructions text not null,
  retention_days integer not null check (retention_days between 0 and 365),
  fallback jsonb,
  updated_at timestamptz not null default clock_timestamp()
);
`,
};
