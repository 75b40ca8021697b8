/**
 * Defines how events are counted, with the same expressions for days that have ended and, in `reading-store.ts`, for
 * days that are read before they are counted.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { countNames } from './counting-pages-store.ts';
import { lockRollups, rewriteRollups } from './rollups-store.ts';
import type { AnalyticsTables } from './tables.ts';

type Db = Queryable<AnalyticsTables>;

export const startOf = (day: string): RawBuilder<Date> => sql`(${day}::date::timestamp at time zone 'UTC')`;

/** The subject by which an event is counted. */
export const subject = sql`case when query is not null then query when kind in ('outlink', 'playground_call') then target
  when kind = 'code_copy' then path || coalesce(E'\\n' || target, '') else path end`;

const figures = sql`
  count(*) filter (where not is_ai and kind <> 'search_click')::int as human,
  count(*) filter (where is_ai and kind <> 'search_click')::int as ai,
  count(distinct visitor) filter (where not is_ai)::int as human_visitors,
  count(distinct visitor) filter (where is_ai)::int as ai_visitors`;

/**
 * Rows of a kind whose events are counted only by a subject. Groups each subject's readers first, by hash:
 * `count(distinct)` would sort all events by visitor, which is slow for many events.
 * @param by further columns of the key, each followed by a comma
 */
const countReaders = (
  kind: string,
  {
    of,
    events,
    by,
  }: { readonly of: RawBuilder<unknown>; readonly events: RawBuilder<unknown>; readonly by: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`
  select ${by} ${sql.lit(kind)} as kind, subject, coalesce(sum(events) filter (where not is_ai), 0)::int as human,
    coalesce(sum(events) filter (where is_ai), 0)::int as ai, count(*) filter (where not is_ai)::int as human_visitors,
    count(*) filter (where is_ai)::int as ai_visitors, 0 as clicks, null::text as target, max(last_at) as last_at,
    0 as without_result, 0 as without_result_visitors
  from (
    select ${by} ${of} as subject, visitor, is_ai, count(*) as events, max(at) as last_at
    from ${events} group by ${by} subject, visitor, is_ai
  ) as readers group by ${by} subject`;

const eachDay = sql`project_id, day,`;

type Part = 'site' | 'hours' | 'views' | 'referrers' | 'searchPages' | 'agentReads' | 'subjects' | 'names';

/**
 * Returns the rows of `analytics_daily` for the events that match `where`. This is the only place that defines how
 * events are counted.
 * @param table the table or subquery with the events
 */
export function countEvents(
  where: RawBuilder<unknown>,
  {
    table = sql`analytics_events`,
    by = eachDay,
  }: { readonly table?: RawBuilder<unknown>; readonly by?: RawBuilder<unknown> } = {},
): Record<Part, RawBuilder<unknown>> {
  const events = (more = sql`true`): RawBuilder<unknown> =>
    sql`(select *, (at at time zone 'UTC')::date as day from ${table} where ${where} and ${more}) as events`;
  return {
    site: countReaders('site', { of: sql`''`, events: events(sql`kind = 'view'`), by }),
    hours: countReaders('hour', {
      of: sql`to_char(at at time zone 'UTC', 'HH24')`,
      events: events(sql`kind = 'view'`),
      by,
    }),
    views: countReaders('view', { of: sql`path`, events: events(sql`kind = 'view'`), by }),
    referrers: countReaders('referrer', {
      of: sql`referrer`,
      events: events(sql`kind = 'view' and referrer is not null`),
      by,
    }),
    searchPages: countReaders('search_page', {
      of: sql`path`,
      events: events(sql`kind = 'search' and path <> ''`),
      by,
    }),
    // Pages that agents read are views; the target records how they were read.
    agentReads: countReaders('agent_read', {
      of: sql`path || E'\\n' || target`,
      events: events(sql`is_ai and kind in ('view', 'agent_read') and target is not null`),
      by,
    }),
    subjects: sql`select project_id, day, case kind when 'search_click' then 'search' else kind end as kind,
      ${subject} as subject,
      ${figures}, count(*) filter (where kind = 'search_click')::int as clicks,
      case min(kind) when 'not_found' then mode() within group (order by referrer) filter (where kind = 'not_found')
        when 'outlink' then mode() within group (order by nullif(path, '')) filter (where kind = 'outlink')
        when 'playground_call' then mode() within group (order by path) filter (where kind = 'playground_call')
        else mode() within group (order by target) filter (where kind = 'search_click') end as target,
      max(at) as last_at, count(*) filter (where results = 0)::int as without_result,
      count(distinct visitor) filter (where results = 0)::int as without_result_visitors
    from ${events(sql`kind not in ('view', 'agent_read')`)} group by 1, 2, 3, 4`,
    names: countNames(events()),
  };
}

/** The kinds of `analytics_daily` that have a separate part. */
const partOf: Readonly<Record<string, Part | undefined>> = {
  site: 'site',
  hour: 'hours',
  view: 'views',
  referrer: 'referrers',
  search_page: 'searchPages',
  agent_read: 'agentReads',
};

/**
 * Counts only one kind of `analytics_daily`, so that no other events are read.
 * @param isOneDay whether `where` matches a single day of one project: then some kinds omit both columns, which takes a
 * fifth less time
 */
export function countKind(kind: string, where: RawBuilder<unknown>, isOneDay = false): RawBuilder<unknown> {
  const part = partOf[kind];
  if (part !== undefined) return countEvents(where, isOneDay ? { by: sql`` } : {})[part];
  const ofKind = kind === 'search' ? sql`kind in ('search', 'search_click')` : sql`kind = ${kind}`;
  return countEvents(sql`${where} and ${ofKind}`).subjects;
}

export const columns = sql`project_id, day, kind, subject, human, ai, human_visitors, ai_visitors, clicks, target, last_at, without_result,
  without_result_visitors`;

/** Inserts in reading order, so that a project's rows of a day are adjacent instead of scattered. */
async function insertCounts(db: Db, where: RawBuilder<unknown>): Promise<void> {
  const counted = sql.join(Object.values(countEvents(where)), sql` union all `);
  await sql`
    insert into analytics_daily (${columns}) select ${columns} from (${counted}) as counted
    order by project_id, kind, subject`.execute(db);
}

const ofDay = (day: string): RawBuilder<unknown> =>
  sql`at >= ${startOf(day)} and at < ${startOf(day)} + interval '1 day' and project_id in (select id from shared_projects)`;

/** Counts a day's events into rows, once. The caller has a transaction. */
export async function countDay(db: Db, day: string): Promise<void> {
  await sql`select create_analytics_day(${day})`.execute(db);
  const { rows } = await sql`
    insert into analytics_counted_days (day) values (${day}) on conflict do nothing returning day`.execute(db);
  if (rows.length === 0) return;
  // Keeps the notes of late events, whose projects are counted again later. If they were deleted here, an edge that
  // writes a note would wait until all counts are done.
  await insertCounts(db, ofDay(day));
  // A day without earlier reports may already be part of roll-ups.
  await lockRollups(db);
  await rewriteRollups(db, day);
}

/** Selects noted days of projects that can be recounted: they were counted, and their events still exist. */
export async function selectRecounts(db: Db, limit: number): Promise<{ projectId: string; day: string }[]> {
  const { rows } = await sql<{ projectId: string; day: string }>`
    select project_id as "projectId", day::text from analytics_recounts
    where day = any(${await selectDays(db)}::date[]) and day in (select day from analytics_counted_days)
    order by day, project_id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Recounts a project's day from all of its events. The caller has a transaction; `askForRecounts` waits for it, so
 * events stored in the meantime are noted again. An existing file of the day becomes stale.
 */
export async function recountDay(db: Db, { projectId, day }: { projectId: string; day: string }): Promise<void> {
  await lockRollups(db);
  const { rows } = await sql`
    delete from analytics_recounts where project_id = ${projectId} and day = ${day} returning day`.execute(db);
  if (rows.length === 0 || !(await selectDays(db)).includes(day)) return;
  await sql`delete from analytics_daily where project_id = ${projectId} and day = ${day}`.execute(db);
  await insertCounts(db, sql`${ofDay(day)} and project_id = ${projectId}`);
  await rewriteRollups(db, day, projectId);
  await sql`
    insert into analytics_stale_files (project_id, day) values (${projectId}, ${day})
    on conflict (project_id, day) do update set counted_at = excluded.counted_at`.execute(db);
}

/**
 * Notes the days of events that a transaction has stored late.
 * @param late rows of `project_id` and `day`, without duplicates
 */
export const askForRecounts = (late: RawBuilder<unknown>): RawBuilder<unknown> =>
  // The update locks the row until the transaction ends, so a count of the day waits for its events.
  sql`
    insert into analytics_recounts (project_id, day) select project_id, day from (${late}) as late order by 1, 2
    on conflict (project_id, day) do update set asked_at = excluded.asked_at`;

/** Selects the days that have a partition, oldest first. */
export async function selectDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_date(right(relname, 8), 'YYYYMMDD')::text as day from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'analytics_events'::regclass order by 1`.execute(db);
  return rows.map(({ day }) => day);
}
