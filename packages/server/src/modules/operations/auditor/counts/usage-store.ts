import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

export interface BilledJob {
  readonly id: string;
  /** The usage that the job reports. */
  readonly billed: string;
  /** The sum of the answers in the journal. */
  readonly answered: string;
}

export async function countAnswers(db: Queryable<AuditTables>): Promise<number> {
  const { rows } = await sql<{ answers: number }>`
    select count(*)::int as answers from agent_job_journal where kind = 'assistant'`.execute(db);
  return rows[0]?.answers ?? 0;
}

/**
 * Returns jobs whose usage isn't the sum of their answers, or is marked as known although an answer's usage is unknown.
 */
export async function selectMisbilledJobs(db: Queryable<AuditTables>): Promise<readonly BilledJob[]> {
  const { rows } = await sql<BilledJob>`
    with answers as (
      select job_id, sum((data ->> 'inputTokens')::bigint) as input, sum((data ->> 'outputTokens')::bigint) as output,
        sum((data ->> 'costUsd')::numeric) as cost,
        bool_and(data ->> 'inputTokens' is not null and data ->> 'outputTokens' is not null and data ->> 'costUsd' is not null)
          as known
      from agent_job_journal where kind = 'assistant' group by job_id
    ), bills as (
      select j.id, coalesce((j.usage ->> 'inputTokens')::bigint, 0) as input,
        coalesce((j.usage ->> 'outputTokens')::bigint, 0) as output, coalesce((j.usage ->> 'costUsd')::numeric, 0) as cost,
        coalesce((j.usage ->> 'known')::boolean, true) as known,
        coalesce(a.input, 0) as in_answers, coalesce(a.output, 0) as out_answers, coalesce(a.cost, 0) as cost_answers,
        coalesce(a.known, true) as known_answers
      from agent_jobs j left join answers a on a.job_id = j.id
    )
    select id, concat_ws(' ', input, output, cost, known) as billed,
      concat_ws(' ', in_answers, out_answers, cost_answers, known_answers) as answered
    from bills
    where input is distinct from in_answers or output is distinct from out_answers or known is distinct from known_answers
      or abs(cost - cost_answers) > 0.000001
    order by id`.execute(db);
  return rows;
}
