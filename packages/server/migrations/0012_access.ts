import type { Migration } from '../src/platform/database/index.ts';

/** Links and remembered answers end with what they belong to; equal trees are published one after the other. */
export const access: Migration = {
  id: '0012-access',
  sql: /* sql */ `
-- An answer is its asker's alone. Those of before don't say whose they are.
delete from idempotency_keys;
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys add column actor text not null;
alter table idempotency_keys add primary key (organization_id, actor, key);

-- Part of what every link of the repository is signed over: raising it ends them all.
alter table local_repositories add column link_generation int not null default 1;

-- Which job publishes a tree right now. A worker that crashes stops renewing its row.
create table agent_tree_holds (
  project_id text not null,
  base_branch text not null,
  tree_sha text not null,
  job_id text not null references agent_jobs (id) on delete cascade,
  held_until timestamptz not null,
  primary key (project_id, base_branch, tree_sha)
);
create index agent_tree_holds_of_job on agent_tree_holds (job_id);
`,
};
