import type { Migration } from '../src/platform/database/index.ts';

/** Lists over all projects, and the search in agent jobs. */
export const jobLists: Migration = {
  id: '0007-job-lists',
  sql: /* sql */ `
-- The first prompt, cut: what a list shows and the search looks at.
alter table agent_jobs add column prompt text not null default '';
update agent_jobs set prompt = left(turns.prompt, 1000)
  from agent_job_turns as turns where turns.job_id = agent_jobs.id and turns.turn = 1;
alter table agent_jobs add column search tsvector not null generated always as (
  to_tsvector('simple', id || ' ' || prompt || ' ' || coalesce(title, '') || ' ' || left(coalesce(summary, ''), 10000))
) stored;
create index agent_jobs_search on agent_jobs using gin (search);
create index agent_jobs_of_organization on agent_jobs (organization_id, created_at desc, id desc);
create index export_jobs_of_project on export_jobs (project_id, created_at desc, id desc);
`,
};
