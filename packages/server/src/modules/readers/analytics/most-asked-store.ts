import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { otherNames } from '@docwright/site-server';
import type { AnalyticsTables } from './store.ts';

interface AskedQuery {
  readonly query: string;
  /** Path of the page that was opened most often from the search; null if no page was opened. */
  readonly target: string | null;
}

/**
 * Selects the most frequent searches on counted days. Includes only searches of at least two readers on one day,
 * because a single person's query is private.
 * @param from day in UTC, `2026-01-31`
 */
export async function selectMostAsked(
  db: Queryable<AnalyticsTables>,
  { projectId, from, limit }: { readonly projectId: string; readonly from: string; readonly limit: number },
): Promise<readonly AskedQuery[]> {
  const { rows } = await sql<AskedQuery>`
    select subject as query, (array_agg(target order by clicks desc, day desc) filter (where target is not null))[1] as target
    from analytics_daily
    where project_id = ${projectId} and day >= ${from} and kind = 'search' and subject <> ${otherNames}
    group by subject having max(human_visitors) >= 2
    order by sum(human) desc, subject limit ${limit}`.execute(db);
  return rows;
}
