/** Reads a project's counts, and its events that aren't counted yet, in one snapshot. */
import { toDay } from '@docwright/site-server';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { pageKinds } from './counting-pages-store.ts';
import { columns, countEvents, countKind, selectDays, startOf } from './counting-store.ts';
import { daysBetween, daysOf, selectRollups, type Rollup } from './rollups-store.ts';
import type { AnalyticsTables, ProjectDays } from './tables.ts';

type Db = Queryable<AnalyticsTables>;

/**
 * Defines `daily`: rows of a kind in one snapshot, stored rows for counted days and computed rows for other days.
 * Events of counted days aren't read: a project may have a hundred thousand a day, for 90 days.
 */
export async function readDaily(
  db: Db,
  { projectId, from, to }: ProjectDays,
  kind: string,
): Promise<RawBuilder<unknown>> {
  const open = await selectOpenDays(db, { projectId, from, to });
  const counted = countKind(kind, sql`project_id = ${projectId} and ${isOn(open)}`);
  return sql`daily as (
    select ${columns} from analytics_daily
    where project_id = ${projectId} and kind = ${kind} and day >= ${from} and day < ${to} and ${isNotOn(open)}
    ${open.length === 0 ? sql`` : sql`union all (select ${columns} from (${counted}) as counted)`})`;
}

const summed = sql`subject, target, human, ai, human_visitors, ai_visitors, clicks, without_result, without_result_visitors, last_at,
  last_without_result_at`;
const lastWithoutResult = sql`case when without_result > 0 then last_at end as last_without_result_at`;

/**
 * Defines `counts`: rows of a kind whose figures are added up by subject, possibly several per subject and target. Like
 * `readDaily`, but with one row for all days of a roll-up.
 * @param kind neither `site` nor `hour`, nor a kind that is counted by page
 */
export async function readCounts(db: Db, asked: ProjectDays, kind: string): Promise<RawBuilder<unknown>> {
  const isOfProject = sql`project_id = ${asked.projectId}`;
  const isOfKind = sql`${isOfProject} and kind = ${kind}`;
  const open = await selectOpenDays(db, asked);
  const rollups = await selectRollups(db, asked, open);
  const byDay = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select ${summed} from (select *, ${lastWithoutResult} from ${rows}) as by_day`;
  const parts = [byDay(sql`analytics_daily where ${isOfKind} and ${isSingle(asked, open, rollups)}`)];
  if (rollups.length > 0) {
    const spans = rollups.map(({ firstDay, days }) => sql`(${firstDay}::date, ${days}::int)`);
    parts.push(sql`
      select ${summed} from analytics_rollup_counts where ${isOfKind} and (first_day, days) in (${sql.join(spans)})`);
  }
  if (open.length > 0)
    parts.push(byDay(sql`(${countKind(kind, sql`${isOfProject} and ${isOn(open)}`, open.length === 1)}) as counted`));
  return sql`counts as (${sql.join(parts, sql` union all `)})`;
}

/** Whether a row's day is in the range and not covered by a roll-up. */
function isSingle({ from, to }: ProjectDays, open: readonly string[], rollups: readonly Rollup[]): RawBuilder<unknown> {
  if (rollups.length === 0) return sql`day >= ${from} and day < ${to} and ${isNotOn(open)}`;
  const others = new Set([...open, ...rollups.flatMap(daysOf)]);
  return sql`day = any(${daysBetween(from, to).filter((day) => !others.has(day))}::date[])`;
}

/**
 * Defines `daily`: rows of one page, for the kinds that are counted by page; `name` is the rest of the subject. Read
 * like `readDaily`.
 */
export async function readDailyOfPage(
  db: Db,
  { projectId, from, to }: ProjectDays,
  path: string,
): Promise<RawBuilder<unknown>> {
  const open = await selectOpenDays(db, { projectId, from, to });
  const isOfPage = sql`project_id = ${projectId} and split_part(subject, E'\\n', 1) = ${path} and kind in (${pageKinds})`;
  const counted = (source: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select day, kind, substr(subject, length(${path}::text) + 2) as name, human, ai, human_visitors, ai_visitors
      from ${source} where ${isOfPage}`;
  const kept = sql`${counted(sql`analytics_daily`)} and day >= ${from} and day < ${to} and ${isNotOn(open)}`;
  if (open.length === 0) return sql`daily as (${kept})`;
  // Reads the events of all open days once.
  const { views, agentReads, subjects, names } = countEvents(sql`true`, { table: sql`events_of_page` });
  const all = sql.join([views, agentReads, subjects, names], sql` union all `);
  return sql`events_of_page as materialized (
      select * from analytics_events
      where project_id = ${projectId} and ${isOn(open)} and (path = ${path} or (kind = 'search_click' and target = ${path}))
    ),
    daily as (${kept} union all ${counted(sql`(${all}) as counted`)})`;
}

/**
 * Selects the days from `from` until `to` that have a partition but missing or incomplete counts, oldest first. These
 * days are read only from events, even if they are counted after this query.
 */
async function selectOpenDays(db: Db, { projectId, from, to }: ProjectDays): Promise<string[]> {
  const days = (await selectDays(db)).filter((day) => day >= from && day < to);
  const { rows } = await sql<{ day: string }>`
    select day::text from unnest(${days}::date[]) as days (day)
    where not exists (select from analytics_counted_days where analytics_counted_days.day = days.day)
      or exists (select from analytics_recounts where project_id = ${projectId} and analytics_recounts.day = days.day)
    order by day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Matches the events of the given days by time ranges, which select partitions and part of the index. */
function isOn(days: readonly string[]): RawBuilder<unknown> {
  const ranges: [from: string, to: string][] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    const next = toDay(Date.parse(day), 1);
    if (last?.[1] === day) last[1] = next;
    else ranges.push([day, next]);
  }
  if (ranges.length === 0) return sql`false`;
  const parts = ranges.map(([from, to]) => sql`(at >= ${startOf(from)} and at < ${startOf(to)})`);
  return sql`(${sql.join(parts, sql` or `)})`;
}

/** Whether a row's day isn't one of the given days. */
const isNotOn = (days: readonly string[]): RawBuilder<unknown> =>
  days.length === 0 ? sql`true` : sql`day <> all(${days}::date[])`;
