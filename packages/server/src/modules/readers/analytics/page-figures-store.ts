import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { readDailyOfPage } from './reading-store.ts';
import type { AnalyticsTables, ProjectDays } from './tables.ts';

type Db = Queryable<AnalyticsTables>;

/** A page and a range of days, which is compared with an equal number of earlier days. */
export interface RequestedPage extends ProjectDays {
  readonly path: string;
  /** The first day of the comparison; equals `from` without a comparison. */
  readonly beforeFrom: string;
}

export type PageKind =
  | 'view'
  | 'not_found'
  | 'code_copy'
  | 'agent_read'
  | 'page_referrer'
  | 'page_search'
  | 'page_found'
  | 'page_outlink';

export interface PageFigure {
  readonly kind: PageKind;
  /** The day, for views; for other kinds, the name that distinguishes the events of the page. */
  readonly name: string;
  readonly human: number;
  readonly ai: number;
  readonly humanVisitors: number;
  readonly aiVisitors: number;
  /** The number of events of the name, and of all names of the kind, in the range and in the days before it. */
  readonly hits: number;
  readonly before: number;
  readonly total: number;
  readonly totalBefore: number;
}

/**
 * Selects each day on which a page had views, and for every other kind, the names with the most events in the range.
 */
export async function selectPageFigures(db: Db, asked: RequestedPage, limit: number): Promise<PageFigure[]> {
  const { path, from } = asked;
  const { rows } = await sql<PageFigure>`
    with ${await readDailyOfPage(db, { ...asked, from: asked.beforeFrom }, path)},
    per_name as (
      select kind, case kind when 'view' then day::text else name end as name, sum(human)::int as human, sum(ai)::int as ai,
        sum(human_visitors)::int as "humanVisitors", sum(ai_visitors)::int as "aiVisitors",
        coalesce(sum(human + ai) filter (where day >= ${from}), 0)::int as hits,
        coalesce(sum(human + ai) filter (where day < ${from}), 0)::int as before
      from daily group by 1, 2
    ),
    ranked as (
      select *, row_number() over (partition by kind order by hits desc, before desc, name) as rank,
        (sum(hits) over (partition by kind))::int as total, (sum(before) over (partition by kind))::int as "totalBefore"
      from per_name
    )
    select kind, name, human, ai, "humanVisitors", "aiVisitors", hits, before, total, "totalBefore" from ranked
    where kind = 'view' or rank <= ${limit} order by kind, rank`.execute(db);
  return rows;
}
