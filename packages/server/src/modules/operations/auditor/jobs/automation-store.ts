import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

type Db = Queryable<AuditTables>;

export async function countAutomationRows(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from automations) + (select count(*) from automation_runs))::int as n`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface BrokenRow {
  readonly id: string;
  readonly message: string;
}

/** Returns broken runs. One statement reads runs and jobs in one snapshot, so a running installation can be audited. */
export async function selectBrokenRuns(db: Db): Promise<readonly BrokenRow[]> {
  const { rows } = await sql<BrokenRow>`
    select r.id, case
      when r.state = 'running' then 'is running, but its agent job is not working on it'
      when r.state in ('queued', 'running') then 'is one of several active runs of its automation'
      when r.outcome is null or r.ended_at is null then 'has ended without a time or an outcome'
      else 'has a different pull request than its agent job'
    end as message
    from automation_runs r left join agent_jobs j on j.id = r.job_id
    where (r.state = 'running' and (j.id is null or j.status <> 'active' or j.turns <> r.job_turn))
      or (r.state in ('queued', 'running') and exists (
        select from automation_runs o
        where o.automation_id = r.automation_id and o.id <> r.id and o.state in ('queued', 'running')
      ))
      or (r.state not in ('queued', 'running') and (r.outcome is null or r.ended_at is null))
      or (r.state in ('review_needed', 'accepted', 'closed') and (
        r.pr_number is null or (j.id is not null and j.pr_number is distinct from r.pr_number)
      ))
    order by r.id`.execute(db);
  return rows;
}

export async function selectBrokenAutomations(db: Db): Promise<readonly BrokenRow[]> {
  const { rows } = await sql<BrokenRow>`
    select id, case
      when (trigger_type = 'event') <> (secret is not null) then 'has a secret but not the trigger "event", or this trigger but no secret'
      when enabled then 'is enabled, but is never due'
      else 'is disabled, but due'
    end as message
    from automations
    where (enabled and trigger_type <> 'event' and due_at is null) or (not enabled and due_at is not null)
      or (trigger_type = 'event') <> (secret is not null)
    order by id`.execute(db);
  return rows;
}
