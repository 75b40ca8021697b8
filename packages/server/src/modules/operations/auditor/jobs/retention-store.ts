import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

type Db = Queryable<AuditTables>;

export async function countKept(db: Db): Promise<{ readonly jobs: number; readonly comparisons: number }> {
  const { rows } = await sql<{ jobs: number; comparisons: number }>`
    select (select count(*) from agent_jobs)::int as jobs, (select count(*) from deployment_search_checks)::int as comparisons`.execute(
    db,
  );
  return rows[0] ?? { jobs: 0, comparisons: 0 };
}

export interface RowsPastRetention {
  readonly projectId: string;
  readonly rows: number;
}

/**
 * Counts ended jobs that should have been deleted, by project. A stopped service deletes nothing, so their age is
 * measured from the newest change of all jobs, with a day's grace for the hourly cleanup. A job with an open pull
 * request is kept.
 */
export async function selectJobsPastRetention(db: Db, days: number): Promise<readonly RowsPastRetention[]> {
  const { rows } = await sql<RowsPastRetention>`
    select project_id as "projectId", count(*)::int as rows from agent_jobs
    where status <> 'active' and pr_state is distinct from 'open'
      and updated_at < (select max(updated_at) from agent_jobs) - make_interval(days => ${days}::int + 1)
    group by 1 order by 1`.execute(db);
  return rows;
}

/** Counts search comparisons that should have been deleted, by project. Their age is measured from the newest one. */
export async function selectComparisonsPastRetention(db: Db, days: number): Promise<readonly RowsPastRetention[]> {
  const { rows } = await sql<RowsPastRetention>`
    select project_id as "projectId", count(*)::int as rows from deployment_search_checks
    where checked_at < (select max(checked_at) from deployment_search_checks) - make_interval(days => ${days}::int + 1)
    group by 1 order by 1`.execute(db);
  return rows;
}
