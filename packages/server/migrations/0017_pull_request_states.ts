import type { Migration } from '../src/platform/database/index.ts';

/** What became of a job's pull request is a column of the job: lists can show it and filter by it. */
export const pullRequestStates: Migration = {
  id: '0017-pull-request-states',
  sql: /* sql */ `
alter table agent_jobs add column pr_state text check (pr_state in ('open', 'merged', 'closed'));
alter table agent_jobs add column pr_ended_at timestamptz;
-- When the code host was last asked; null for jobs of before, which are asked about when they are read next.
alter table agent_jobs add column pr_checked_at timestamptz;

update agent_jobs set pr_state = 'open' where pr_number is not null;
update agent_jobs as job set pr_state = ended.state, pr_ended_at = ended.at
from (
  select distinct on (job_id) job_id, data ->> 'state' as state, at
  from agent_job_events where type = 'pull_request.ended' order by job_id, id desc
) as ended
where ended.job_id = job.id and job.pr_number is not null and ended.state in ('merged', 'closed');
`,
};
