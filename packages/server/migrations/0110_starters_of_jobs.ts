import type { Migration } from '../src/platform/database/index.ts';

/**
 * Who started a job, by the name of then: members who left are still named. Null where the job is older than the audit log says, or was
 * made before there was one.
 */
export const startersOfJobs = {
  id: '0110-starters-of-jobs',
  sql: /* sql */ `
alter table agent_jobs
  add column started_by_kind text check (started_by_kind in ('user', 'api_key', 'system')),
  add column started_by_id text,
  add column started_by_name text;
update agent_jobs as job
set started_by_kind = created.actor_kind, started_by_id = created.actor_id, started_by_name = created.actor_name
from audit_events as created
where created.organization_id = job.organization_id and created.action = 'agent_job.created' and created.target_id = job.id
  and created.actor_kind in ('user', 'api_key', 'system');
`,
} satisfies Migration;
