import type { NamedKind, SiteEvent } from '@docwright/site-server';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { askForRecounts, selectDays, startOf, subject } from './counting-store.ts';
import { readCounts, readDaily } from './reading-store.ts';
import { deleteRollups } from './rollups-store.ts';
import type { AnalyticsTables, ProjectDays } from './tables.ts';

export type { AnalyticsTables, ProjectDays } from './tables.ts';
type Db = Queryable<AnalyticsTables>;

export interface Counts {
  readonly human: number;
  readonly ai: number;
}

/**
 * Inserts events, except those with existing IDs and those of deleted projects.
 * @param today `YYYY-MM-DD` in UTC. New events of earlier days may be missing from the counts, so those days are
 * counted again
 * @returns the number of new events
 */
export async function insertEvents(db: Db, events: readonly SiteEvent[], today: string): Promise<number> {
  const inserted = sql`
    insert into analytics_events (project_id, at, id, kind, path, visitor, is_ai, referrer, query, target, results)
    select e."siteId", e.at, e.id, e.kind, e.path, decode(e.visitor, 'hex'), e."isAi", e.referrer, e.query, e.target,
      e.results
    from json_to_recordset(${JSON.stringify(events)}::json) as e (
      "siteId" text, at timestamptz, id uuid, kind text, path text, visitor text, "isAi" boolean, referrer text, query text,
      target text, results integer)
    join shared_projects as projects on projects.id = e."siteId"
    on conflict do nothing`;
  if (events.every(({ at }) => at >= today)) {
    const { numAffectedRows = 0n } = await inserted.execute(db);
    return Number(numAffectedRows);
  }
  const { rows } = await sql<{ stored: number }>`
    with inserted as (${inserted} returning project_id, (at at time zone 'UTC')::date as day),
      late as (${askForRecounts(sql`select distinct project_id, day from inserted where day < ${today}`)})
    select count(*)::int as stored from inserted`.execute(db);
  return rows[0]?.stored ?? 0;
}

/** Returns the salt of a day, shared by all processes, and creates the partition for the day's events. */
export async function ensureDay(db: Db, day: string, newSalt: Buffer): Promise<Buffer> {
  await sql`select create_analytics_day(${day})`.execute(db);
  await sql`insert into analytics_salts (day, salt) values (${day}, ${newSalt}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ salt: Buffer }>`select salt from analytics_salts where day = ${day}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`the day ${day} has no salt`);
  return row.salt;
}

/** Selects the names of a kind that are counted separately on a day. */
export async function selectNames(
  db: Db,
  { projectId, day, kind }: { readonly projectId: string; readonly day: string; readonly kind: NamedKind },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct ${kind === 'referrer' ? sql`referrer` : subject} as name from analytics_events
    where project_id = ${projectId} and at >= ${startOf(day)} and at < ${startOf(day)} + interval '1 day' and ${isNamedBy(kind)}
    limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

function isNamedBy(kind: NamedKind): RawBuilder<unknown> {
  if (kind === 'referrer') return sql`kind = 'view' and referrer is not null`;
  return kind === 'search' ? sql`kind in ('search', 'search_click')` : sql`kind = ${kind}`;
}

/** Selects days before `before` that have events and are not counted, oldest first. */
export async function selectUncountedDays(db: Db, before: string): Promise<string[]> {
  const days = await selectDays(db);
  const { rows } = await sql<{ day: string }>`select day::text from analytics_counted_days`.execute(db);
  const counted = new Set(rows.map(({ day }) => day));
  return days.filter((day) => day < before && !counted.has(day));
}

/** Selects the days in `days` that were counted and whose events were deleted. They accept no more events. */
export async function selectClosedDays(db: Db, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from analytics_counted_days
    where day = any(${days}::date[]) and day <> all(${await selectDays(db)}::date[])`.execute(db);
  return rows.map(({ day }) => day);
}

/** @param day a result of `selectDays` */
export async function dropDay(db: Db, day: string): Promise<void> {
  await sql`drop table if exists ${sql.table(`analytics_events_${day.replaceAll('-', '')}`)}`.execute(db);
}

export async function deleteSalts(db: Db, before: string): Promise<void> {
  await sql`delete from analytics_salts where day < ${before}`.execute(db);
}

export async function deleteCounts(db: Db, before: string): Promise<void> {
  await sql`delete from analytics_daily where day < ${before}`.execute(db);
  await sql`delete from analytics_counted_days where day < ${before}`.execute(db);
  await sql`delete from analytics_recounts where day < ${before}`.execute(db);
  await deleteRollups(db, before);
}

export async function createDay(db: Db, day: string): Promise<void> {
  await sql`select create_analytics_day(${day})`.execute(db);
}

export interface Slice {
  readonly limit: number;
  readonly offset: number;
}
export type Measure = 'views' | 'visitors';
type CountedKind = 'view' | 'referrer' | 'not_found';
type HitKind = 'search' | 'not_found' | 'outlink' | 'code_copy' | 'playground_call' | 'agent_read';

const sumOf = (measure: Measure): RawBuilder<unknown> =>
  measure === 'views'
    ? sql`sum(human)::int as human, sum(ai)::int as ai`
    : sql`sum(human_visitors)::int as human, sum(ai_visitors)::int as ai`;

/** Selects the totals of all pages. Visitors are the sum of each day's visitors. */
export async function selectTotals(db: Db, asked: ProjectDays, measure: Measure): Promise<Counts> {
  const { rows } = await sql<{ human: number | null; ai: number | null }>`
    with ${await readDaily(db, asked, 'site')} select ${sumOf(measure)} from daily`.execute(db);
  return { human: rows[0]?.human ?? 0, ai: rows[0]?.ai ?? 0 };
}

/** Selects counts by subject, highest first. */
export async function selectBySubject(
  db: Db,
  asked: ProjectDays & Slice,
  what: { readonly kind: CountedKind; readonly measure: Measure },
): Promise<(Counts & { readonly subject: string })[]> {
  const { rows } = await sql<Counts & { subject: string }>`
    with ${await readCounts(db, asked, what.kind)} select subject, ${sumOf(what.measure)} from counts
    group by subject order by sum(${what.measure === 'views' ? sql`human + ai` : sql`human_visitors + ai_visitors`}) desc, subject
    limit ${asked.limit} offset ${asked.offset}`.execute(db);
  return rows;
}

export type DailyKind = CountedKind | HitKind;

export interface DailyRow extends Counts {
  readonly day: string;
  readonly subject: string;
  readonly human_visitors: number;
  readonly ai_visitors: number;
  readonly clicks: number;
  readonly without_result: number;
  readonly target: string | null;
}

/** Selects rows of one day, sorted by name, starting after the row of `after`. */
export async function selectDaily(
  db: Db,
  asked: ProjectDays,
  { kind, after, limit }: { readonly kind: DailyKind; readonly after: string | undefined; readonly limit: number },
): Promise<DailyRow[]> {
  const { rows } = await sql<DailyRow>`
    with ${await readDaily(db, asked, kind)} select day::text, subject, human, ai, human_visitors, ai_visitors, clicks, target, without_result
    from daily
    where (${after ?? null}::text is null or subject > ${after ?? null}) order by subject limit ${limit}`.execute(db);
  return rows;
}

export interface DayCounts {
  readonly date: string;
  readonly views: Counts;
  readonly visitors: Counts;
}

/** Selects the counts of every day of the range, including those without a view. */
export async function selectByDay(db: Db, asked: ProjectDays): Promise<DayCounts[]> {
  const { rows } = await sql<{ date: string; human: number; ai: number; hv: number; av: number }>`
    with ${await readDaily(db, asked, 'site')}
    select days.day::date::text as date, coalesce(human, 0) as human, coalesce(ai, 0) as ai, coalesce(human_visitors, 0) as hv,
      coalesce(ai_visitors, 0) as av
    from generate_series(${asked.from}::timestamp, ${asked.to}::timestamp - interval '1 day', interval '1 day') as days (day)
    left join daily on daily.day = days.day::date order by 1`.execute(db);
  return rows.map(({ date, human, ai, hv, av }) => ({ date, views: { human, ai }, visitors: { human: hv, ai: av } }));
}

export interface HourCounts {
  /** The start of the hour. */
  readonly at: Date;
  readonly views: Counts;
  /** Distinct visitors within the hour. */
  readonly visitors: Counts;
}

/** Selects the counts of every hour of the days, including those without a view. */
export async function selectByHour(db: Db, asked: ProjectDays): Promise<HourCounts[]> {
  const { rows } = await sql<{ at: Date; human: number; ai: number; hv: number; av: number }>`
    with ${await readDaily(db, asked, 'hour')}
    select hours.at at time zone 'UTC' as at, coalesce(human, 0) as human, coalesce(ai, 0) as ai, coalesce(human_visitors, 0) as hv,
      coalesce(ai_visitors, 0) as av
    from generate_series(${asked.from}::timestamp, ${asked.to}::timestamp - interval '1 hour', interval '1 hour') as hours (at)
    left join daily on daily.day = hours.at::date and daily.subject = to_char(hours.at, 'HH24') order by 1`.execute(db);
  return rows.map(({ at, human, ai, hv, av }) => ({ at, views: { human, ai }, visitors: { human: hv, ai: av } }));
}

export interface SubjectRow {
  readonly subject: string;
  readonly hits: number;
  readonly clicks: number;
  /** Number of searches that are known to have had no results. */
  readonly without_result: number;
  /** The target with the most hits among the days' most frequent targets. */
  readonly target: string | null;
  readonly last_at: Date;
}

interface HitList {
  readonly kind: HitKind;
  /** For searches: whether to return only those without results, most frequent first. */
  readonly isWithoutResult?: boolean | undefined;
  readonly after?: RowPosition | undefined;
}
/** The position of a row, sorted by its figure and then by its name. */
export interface RowPosition {
  readonly figure: number;
  readonly subject: string;
}

/**
 * Selects searches, missing pages, external links or copied code, highest count first, starting after the row of
 * `after`.
 */
export async function selectHits(
  db: Db,
  asked: ProjectDays & Slice,
  { kind, isWithoutResult = false, after }: HitList,
): Promise<SubjectRow[]> {
  const figure = isWithoutResult ? sql`without_result` : sql`hits`;
  const next = after === undefined ? sql`true` : sql`(-${figure}, subject) > (${-after.figure}::int, ${after.subject})`;
  const { rows } = await sql<SubjectRow>`
    with ${await readCounts(db, asked, kind)},
    found as (
      select subject, sum(human + ai)::int as hits, sum(clicks)::int as clicks, max(last_at) as last_at,
        sum(without_result)::int as without_result
      from counts group by subject
    ),
    listed as (
      select * from found where ${next} and ${isWithoutResult ? sql`without_result > 0` : sql`true`}
      order by ${figure} desc, subject limit ${asked.limit} offset ${asked.offset}
    ),
    targets as (
      select distinct on (subject) subject, target from counts
      where target is not null and subject in (select subject from listed)
      group by subject, target order by subject, sum(case when ${kind} = 'search' then clicks else human + ai end) desc, target
    )
    select listed.*, targets.target from listed left join targets using (subject) order by ${figure} desc, subject`.execute(
    db,
  );
  return rows;
}

export async function countSearches(db: Db, asked: ProjectDays): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with ${await readCounts(db, asked, 'search')} select coalesce(sum(human + ai), 0)::int as total from counts`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

export interface SearchWithoutResults {
  /** In lower case. */
  readonly query: string;
  /** The sum of each day's distinct visitors: no one is recognized on another day. */
  readonly visitors: number;
  /** The last search on the last day without results. */
  readonly lastAt: Date;
}

/** Selects queries without results, most visitors first. Excludes searches with an unknown number of results. */
export async function searchesWithoutResult(
  db: Db,
  asked: ProjectDays,
  limit = 1_000,
): Promise<SearchWithoutResults[]> {
  const { rows } = await sql<{ query: string; visitors: number; last_at: Date }>`
    with ${await readCounts(db, asked, 'search')}
    select subject as query, sum(without_result_visitors)::int as visitors, max(last_without_result_at) as last_at
    from counts where without_result > 0
    group by subject order by visitors desc, subject limit ${limit}`.execute(db);
  return rows.map(({ query, visitors, last_at: lastAt }) => ({ query, visitors, lastAt }));
}
