import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

export async function countSuggestions(db: Queryable<AuditTables>): Promise<number> {
  const { rows } = await sql<{ suggestions: number }>`select count(*)::int as suggestions from suggestions`.execute(db);
  return rows[0]?.suggestions ?? 0;
}

/**
 * Returns projects whose rows should have been deleted. A stopped installation deletes nothing, so the age is measured
 * from the newest row of all, with a day's grace for the hourly cleanup.
 */
export async function selectSuggestionsPastRetention(
  db: Queryable<AuditTables>,
  days: number,
): Promise<readonly { readonly projectId: string; readonly suggestions: number }[]> {
  const { rows } = await sql<{ projectId: string; suggestions: number }>`
    select project_id as "projectId", count(*)::int as suggestions from suggestions
    where acted_at < (select max(acted_at) from suggestions) - make_interval(days => ${days}::int + 1)
    group by 1 order by 1`.execute(db);
  return rows;
}
