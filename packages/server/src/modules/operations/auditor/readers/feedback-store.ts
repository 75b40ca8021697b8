import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

export async function countFeedback(db: Queryable<AuditTables>): Promise<number> {
  const { rows } = await sql<{ feedback: number }>`select count(*)::int as feedback from page_feedback`.execute(db);
  return rows[0]?.feedback ?? 0;
}

/**
 * Returns projects whose feedback should have been deleted. A stopped installation deletes nothing, so the age is
 * measured from the newest feedback of all, with a day's grace for the hourly cleanup.
 */
export async function selectFeedbackPastRetention(
  db: Queryable<AuditTables>,
  days: number,
): Promise<readonly { readonly projectId: string; readonly feedback: number }[]> {
  const { rows } = await sql<{ projectId: string; feedback: number }>`
    select project_id as "projectId", count(*)::int as feedback from page_feedback
    where created_at < (select max(created_at) from page_feedback) - make_interval(days => ${days}::int + 1)
    group by 1 order by 1`.execute(db);
  return rows;
}
