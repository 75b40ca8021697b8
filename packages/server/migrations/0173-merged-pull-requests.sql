-- Owner: agent/agent-jobs

-- The figures of a merged pull request. Each is null until it is known, and stays null if it can't be determined.
-- The head commit of the pull request when it was merged.
alter table agent_jobs add column merged_head text;
-- Whether the files that the job changed were merged as the job last pushed them.
alter table agent_jobs add column merged_unchanged boolean;
-- The number of lines that others changed in these files before the merge.
alter table agent_jobs add column merged_lines_before int;
-- The number of lines that the job wrote and that were merged.
alter table agent_jobs add column merged_lines int;
-- The number of these lines that were changed or deleted later, and when they were counted.
alter table agent_jobs add column merged_lines_after int;
alter table agent_jobs add column merged_measured_at timestamptz;

-- One row per merged pull request with figures that are still to be determined, and when.
create table agent_merge_checks (
  job_id text primary key references agent_jobs (id) on delete cascade,
  due_at timestamptz not null
);
create index agent_merge_checks_due on agent_merge_checks (due_at);
-- Older merges have no figures: the time at which their lines would be counted has passed.
insert into agent_merge_checks (job_id, due_at)
select id, pr_ended_at from agent_jobs where pr_state = 'merged' and pr_ended_at > now() - interval '14 days';

-- One row per agent job, for reports: its outcome, cost and pull request with its figures, and who started it.
create or replace view shared_agent_jobs as
select
  id, organization_id, project_id, created_at, status, result, error, usage, pr_state, is_free, started_by_kind,
  started_by_id, started_by_name, merged_unchanged, merged_lines, merged_lines_after
from agent_jobs;
