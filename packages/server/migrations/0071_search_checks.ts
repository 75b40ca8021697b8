import type { Migration } from '../src/platform/database/index.ts';

/** Golden questions, and what previews' search came to. */
export const searchChecks: Migration = {
  id: '0071-search-checks',
  sql: /* sql */ `
create table search_checks (
  project_id text primary key references projects (id) on delete cascade,
  -- [{query, path}]
  questions jsonb not null check (jsonb_typeof(questions) = 'array' and jsonb_array_length(questions) <= 50),
  updated_at timestamptz not null
);

create table deployment_search_checks (
  deployment_id text primary key references site_deployments (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  -- Deployment of production that was live then.
  compared_with text not null,
  queries integer not null,
  complete boolean not null,
  -- [{query, source, path, before, after, answeredBefore, answeredAfter, verdict}], at most 100
  changes jsonb not null,
  checked_at timestamptz not null
);
create index deployment_search_checks_checked on deployment_search_checks (checked_at);
`,
};
