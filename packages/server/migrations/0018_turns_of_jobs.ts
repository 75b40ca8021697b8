import type { Migration } from '../src/platform/database/index.ts';

/** What each turn did, what its answers cost, and one pull request a job. */
export const turnsOfJobs: Migration = {
  id: '0018-turns-of-jobs',
  sql: /* sql */ `
-- What the turn's work is, for the pull request of all turns; null where nothing was committed.
alter table agent_job_turns add column summary text;
update agent_job_turns as turn set summary = ended.data -> 'finished' ->> 'summary'
from agent_job_journal as ended
where ended.job_id = turn.job_id and ended.turn = turn.turn and ended.kind = 'tool_results'
  and ended.data -> 'finished' ->> 'result' = 'changes';

-- The prompt is the turn's; events are given it when they are read.
update agent_job_events set data = data - 'prompt' where type in ('job.created', 'job.follow_up');

-- Failed and cancelled turns had cost nothing.
update agent_jobs as job set usage = jsonb_build_object(
  'inputTokens', answers.input, 'outputTokens', answers.output, 'costUsd', answers.cost, 'known', answers.known
)
from (
  select job_id, coalesce(sum((data ->> 'inputTokens')::bigint), 0) as input,
    coalesce(sum((data ->> 'outputTokens')::bigint), 0) as output,
    round(coalesce(sum((data ->> 'costUsd')::numeric), 0), 9) as cost,
    bool_and(data ->> 'inputTokens' is not null and data ->> 'outputTokens' is not null and data ->> 'costUsd' is not null)
      as known
  from agent_job_journal where kind = 'assistant' group by job_id
) as answers
where answers.job_id = job.id;

-- A job that pushed a branch of its own duplicates no other.
update agent_jobs set duplicate_of = null, pr_link = case when pr_number is null then null else pr_link end
where pushed_sha is not null and duplicate_of is not null;
`,
};
