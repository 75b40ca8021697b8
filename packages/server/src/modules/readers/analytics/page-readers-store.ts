import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { readCounts } from './reading-store.ts';
import type { AnalyticsTables, ProjectDays } from './tables.ts';

type Db = Queryable<AnalyticsTables>;

/** People's views of a page, and the number of its readers. A person who returns on another day is counted again. */
export interface PageReaders {
  readonly path: string;
  readonly views: number;
  readonly readers: number;
}

/** Selects the number of readers of each page that people viewed. */
export async function selectPageReaders(db: Db, asked: ProjectDays): Promise<PageReaders[]> {
  const { rows } = await sql<PageReaders>`
    with ${await readCounts(db, asked, 'view')}
    select subject as path, sum(human)::int as views, sum(human_visitors)::int as readers
    from counts where human > 0 group by subject`.execute(db);
  return rows;
}

/** Selects the number of readers who searched from a page, by its path. */
export async function selectPageSearchers(db: Db, asked: ProjectDays): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ path: string; searchers: number }>`
    with ${await readCounts(db, asked, 'search_page')}
    select subject as path, sum(human_visitors)::int as searchers from counts where human > 0 group by subject`.execute(
    db,
  );
  return new Map(rows.map(({ path, searchers }) => [path, searchers]));
}

/** Selects the first counted day (`2026-01-31`, in UTC); `undefined` if no view has been counted yet. */
export async function selectFirstCountedDay(db: Db, projectId: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from analytics_daily where project_id = ${projectId} and kind = 'site'`.execute(db);
  return rows[0]?.day ?? undefined;
}
