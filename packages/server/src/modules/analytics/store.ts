import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import type { OrganizationTables } from '../organizations/index.ts';
import type { ProjectTables } from '../projects/index.ts';
import type { RateLimitTables } from '../rate-limits/index.ts';

export interface AnalyticsTables extends OrganizationTables, ProjectTables, RateLimitTables {
  analytics_daily: { project_id: string; day: string };
  analytics_counted_days: { day: string };
  analytics_salts: { day: string; salt: Buffer };
}
type Db = Queryable<AnalyticsTables>;

/** Whoever asks by the API, and days `YYYY-MM-DD` of UTC; `to` is no part of it. */
export interface AskedDays {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
}

export interface Counts {
  readonly human: number;
  readonly ai: number;
}

export interface StoredEvent {
  readonly project_id: string;
  readonly id: string;
  /** As RFC 3339; what the id says. */
  readonly at: string;
  readonly kind: EventKind;
  readonly path: string;
  /** 16 bytes, hex. */
  readonly visitor: string;
  readonly is_ai: boolean;
  readonly referrer: string | null;
  readonly query: string | null;
  readonly target: string | null;
  /** That a search showed; null where it is not known. */
  readonly results: number | null;
}
export const eventKinds = ['view', 'search', 'search_click', 'code_copy', 'outlink', 'not_found'] as const;
export type EventKind = (typeof eventKinds)[number];

/** An id that is there already is left as it is; events of a project that is gone are no one's. */
export async function insertEvents(db: Db, events: readonly StoredEvent[]): Promise<void> {
  await sql`
    insert into analytics_events (project_id, at, id, kind, path, visitor, is_ai, referrer, query, target, results)
    select e.project_id, e.at, e.id, e.kind, e.path, decode(e.visitor, 'hex'), e.is_ai, e.referrer, e.query, e.target,
      e.results
    from json_to_recordset(${JSON.stringify(events)}::json) as e (
      project_id text, at timestamptz, id uuid, kind text, path text, visitor text, is_ai boolean, referrer text, query text,
      target text, results integer)
    join projects on projects.id = e.project_id
    on conflict do nothing`.execute(db);
}

/** The salt of a day for all processes, and room for the day's events. */
export async function ensureDay(db: Db, day: string, newSalt: Buffer): Promise<Buffer> {
  await sql`select create_analytics_day(${day})`.execute(db);
  await sql`insert into analytics_salts (day, salt) values (${day}, ${newSalt}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ salt: Buffer }>`select salt from analytics_salts where day = ${day}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`the day ${day} has no salt`);
  return row.salt;
}

/** What events of a kind are counted by, as far as it is kept apart on a day. */
export async function selectNames(
  db: Db,
  { projectId, day, kind }: { readonly projectId: string; readonly day: string; readonly kind: EventKind },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct ${subject} as name from analytics_events
    where project_id = ${projectId} and at >= ${startOf(day)} and at < ${startOf(day)} + interval '1 day' and kind = ${kind}
    limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

const startOf = (day: string): RawBuilder<Date> => sql`(${day}::date::timestamp at time zone 'UTC')`;

/** What an event counts for. */
const subject = sql`case when query is not null then query when kind = 'outlink' then target
  when kind = 'code_copy' then path || coalesce(E'\\n' || target, '') else path end`;

/** Rows of `analytics_daily` as they follow from the events for which `where` holds: the one place that says how events are counted. */
function countEvents(where: RawBuilder<unknown>): RawBuilder<unknown> {
  const figures = sql`
    count(*) filter (where not is_ai and kind <> 'search_click')::int as human,
    count(*) filter (where is_ai and kind <> 'search_click')::int as ai,
    count(distinct visitor) filter (where not is_ai)::int as human_visitors,
    count(distinct visitor) filter (where is_ai)::int as ai_visitors`;
  const plain = sql`0 as clicks, null::text as target, max(at) as last_at, 0 as without_result, 0 as without_result_visitors`;
  return sql`
    with events as (select *, (at at time zone 'UTC')::date as day from analytics_events where ${where})
    select project_id, day, case kind when 'search_click' then 'search' else kind end as kind,
      ${subject} as subject,
      ${figures}, count(*) filter (where kind = 'search_click')::int as clicks,
      case min(kind) when 'not_found' then mode() within group (order by referrer)
        when 'outlink' then mode() within group (order by nullif(path, ''))
        else mode() within group (order by target) filter (where kind = 'search_click') end as target,
      max(at) as last_at, count(*) filter (where results = 0)::int as without_result,
      count(distinct visitor) filter (where results = 0)::int as without_result_visitors
    from events group by 1, 2, 3, 4
    union all
    select project_id, day, 'site', '', ${figures}, ${plain} from events where kind = 'view' group by 1, 2
    union all
    select project_id, day, 'referrer', referrer, ${figures}, ${plain} from events
    where kind = 'view' and referrer is not null group by 1, 2, referrer`;
}

/** A day's events become its rows, once. The caller holds a transaction. */
export async function countDay(db: Db, day: string): Promise<void> {
  await sql`select create_analytics_day(${day})`.execute(db);
  const { rows } = await sql`
    insert into analytics_counted_days (day) values (${day}) on conflict do nothing returning day`.execute(db);
  if (rows.length === 0) return;
  const where = sql`at >= ${startOf(day)} and at < ${startOf(day)} + interval '1 day'
    and project_id in (select id from projects)`;
  await sql`
    insert into analytics_daily (project_id, day, kind, subject, human, ai, human_visitors, ai_visitors, clicks, target, last_at,
      without_result, without_result_visitors)
    select * from (${countEvents(where)}) as counted`.execute(db);
}

/** Days before `before` that have events and are not counted, from the oldest. */
export async function selectUncountedDays(db: Db, before: string): Promise<string[]> {
  const days = await selectDays(db);
  const { rows } = await sql<{ day: string }>`select day::text from analytics_counted_days`.execute(db);
  const counted = new Set(rows.map(({ day }) => day));
  return days.filter((day) => day < before && !counted.has(day));
}

/** Days that have a partition, from the oldest. */
export async function selectDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_date(right(relname, 8), 'YYYYMMDD')::text as day from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'analytics_events'::regclass order by 1`.execute(db);
  return rows.map(({ day }) => day);
}

/** @param day one of `selectDays` */
export async function dropDay(db: Db, day: string): Promise<void> {
  await sql`drop table if exists ${sql.table(`analytics_events_${day.replaceAll('-', '')}`)}`.execute(db);
}

export async function deleteSalts(db: Db, before: string): Promise<void> {
  await sql`delete from analytics_salts where day < ${before}`.execute(db);
}

export async function deleteCounts(db: Db, before: string): Promise<void> {
  await sql`delete from analytics_daily where day < ${before}`.execute(db);
  await sql`delete from analytics_counted_days where day < ${before}`.execute(db);
}

export async function createDay(db: Db, day: string): Promise<void> {
  await sql`select create_analytics_day(${day})`.execute(db);
}

/** `daily`: counted days by their rows, the others by their events, in one snapshot. */
function daily({ projectId, from, to }: AskedDays): RawBuilder<unknown> {
  const open = countEvents(sql`project_id = ${projectId} and at < ${startOf(to)} and at >= ${startOf(from)}
    and (at at time zone 'UTC')::date not in (select day from analytics_counted_days)`);
  return sql`daily as (
    select project_id, day, kind, subject, human, ai, human_visitors, ai_visitors, clicks, target, last_at, without_result,
      without_result_visitors
    from analytics_daily
    where project_id = ${projectId} and day >= ${from} and day < ${to}
    union all (${open}))`;
}

export interface Slice {
  readonly limit: number;
  readonly offset: number;
}
export type Measure = 'views' | 'visitors';
type CountedKind = 'view' | 'referrer' | 'site' | 'not_found';
type HitKind = 'search' | 'not_found' | 'outlink' | 'code_copy';

const sumOf = (measure: Measure): RawBuilder<unknown> =>
  measure === 'views'
    ? sql`sum(human)::int as human, sum(ai)::int as ai`
    : sql`sum(human_visitors)::int as human, sum(ai_visitors)::int as ai`;

/** Of all pages together. Visitors are the sum of each day's. */
export async function selectTotals(db: Db, asked: AskedDays, measure: Measure): Promise<Counts> {
  const { rows } = await sql<{ human: number | null; ai: number | null }>`
    with ${daily(asked)} select ${sumOf(measure)} from daily where kind = 'site'`.execute(db);
  return { human: rows[0]?.human ?? 0, ai: rows[0]?.ai ?? 0 };
}

/** The most first. */
export async function selectBySubject(
  db: Db,
  asked: AskedDays & Slice,
  what: { readonly kind: CountedKind; readonly measure: Measure },
): Promise<(Counts & { readonly subject: string })[]> {
  const { rows } = await sql<Counts & { subject: string }>`
    with ${daily(asked)} select subject, ${sumOf(what.measure)} from daily where kind = ${what.kind}
    group by subject order by sum(${what.measure === 'views' ? sql`human + ai` : sql`human_visitors + ai_visitors`}) desc, subject
    limit ${asked.limit} offset ${asked.offset}`.execute(db);
  return rows;
}

export type DailyKind = Exclude<CountedKind, 'site'> | HitKind;

export interface DailyRow extends Counts {
  readonly day: string;
  readonly subject: string;
  readonly human_visitors: number;
  readonly ai_visitors: number;
  readonly clicks: number;
  readonly without_result: number;
  readonly target: string | null;
}

/** Rows of one day by name, after the one of `after`. */
export async function selectDaily(
  db: Db,
  asked: AskedDays,
  { kind, after, limit }: { readonly kind: DailyKind; readonly after: string | undefined; readonly limit: number },
): Promise<DailyRow[]> {
  const { rows } = await sql<DailyRow>`
    with ${daily(asked)} select day::text, subject, human, ai, human_visitors, ai_visitors, clicks, target, without_result
    from daily
    where kind = ${kind} and (${after ?? null}::text is null or subject > ${after ?? null}) order by subject limit ${limit}`.execute(
    db,
  );
  return rows;
}

export interface DayCounts {
  readonly date: string;
  readonly views: Counts;
  readonly visitors: Counts;
}

/** Every day of the range, also those without a view. */
export async function selectByDay(db: Db, asked: AskedDays): Promise<DayCounts[]> {
  const { rows } = await sql<{ date: string; human: number; ai: number; hv: number; av: number }>`
    with ${daily(asked)}
    select days.day::date::text as date, coalesce(human, 0) as human, coalesce(ai, 0) as ai, coalesce(human_visitors, 0) as hv,
      coalesce(ai_visitors, 0) as av
    from generate_series(${asked.from}::timestamp, ${asked.to}::timestamp - interval '1 day', interval '1 day') as days (day)
    left join daily on daily.day = days.day::date and kind = 'site' order by 1`.execute(db);
  return rows.map(({ date, human, ai, hv, av }) => ({ date, views: { human, ai }, visitors: { human: hv, ai: av } }));
}

export interface SubjectRow {
  readonly subject: string;
  readonly hits: number;
  readonly clicks: number;
  /** Searches that are known to have shown none. */
  readonly without_result: number;
  /** The most frequent of the days' most frequent, by their hits. */
  readonly target: string | null;
  readonly last_at: Date;
}

interface HitList {
  readonly kind: HitKind;
  /** Of searches those that found nothing, the most frequent of them first. */
  readonly isWithoutResult?: boolean | undefined;
  readonly after?: RowPlace | undefined;
}
/** Where a row stands: by its figure, then by its name. */
export interface RowPlace {
  readonly figure: number;
  readonly subject: string;
}

/** Searches, missing pages, links to elsewhere or copied code, the most first; after the row of `after`. */
export async function selectHits(
  db: Db,
  asked: AskedDays & Slice,
  { kind, isWithoutResult = false, after }: HitList,
): Promise<SubjectRow[]> {
  const figure = isWithoutResult ? sql`without_result` : sql`hits`;
  const next = after === undefined ? sql`true` : sql`(-${figure}, subject) > (${-after.figure}::int, ${after.subject})`;
  const { rows } = await sql<SubjectRow>`
    with ${daily(asked)},
    targets as (
      select distinct on (subject) subject, target from daily where kind = ${kind} and target is not null
      group by subject, target order by subject, sum(case when ${kind} = 'search' then clicks else human + ai end) desc, target
    ),
    found as (
      select subject, sum(human + ai)::int as hits, sum(clicks)::int as clicks, max(last_at) as last_at,
        sum(without_result)::int as without_result
      from daily where kind = ${kind} group by subject
    )
    select found.*, targets.target from found left join targets using (subject)
    where ${next} and ${isWithoutResult ? sql`without_result > 0` : sql`true`} order by ${figure} desc, subject limit ${asked.limit} offset ${asked.offset}`.execute(
    db,
  );
  return rows;
}

export async function countSearches(db: Db, asked: AskedDays): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with ${daily(asked)} select coalesce(sum(human + ai), 0)::int as total from daily where kind = 'search'`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

export interface FruitlessSearch {
  /** In lower case. */
  readonly query: string;
  /** Different ones of each day, summed: nobody is recognized on another day. */
  readonly visitors: number;
  /** When it was last searched for, on the last day on which it found nothing. */
  readonly lastAt: Date;
}

/** Queries that found nothing, those of most visitors first. Searches of which it is not known are none of them. */
export async function searchesWithoutResult(db: Db, asked: AskedDays, limit = 1_000): Promise<FruitlessSearch[]> {
  const { rows } = await sql<{ query: string; visitors: number; last_at: Date }>`
    with ${daily(asked)}
    select subject as query, sum(without_result_visitors)::int as visitors, max(last_at) as last_at
    from daily where kind = 'search' and without_result > 0
    group by subject order by visitors desc, subject limit ${limit}`.execute(db);
  return rows.map(({ query, visitors, last_at: lastAt }) => ({ query, visitors, lastAt }));
}
