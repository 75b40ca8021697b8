/**
 * Combined counts of eight and of sixty-four days: a large site has a million daily rows a year, which every list would
 * otherwise have to add up.
 *
 * 1. Days stay unchanged. A roll-up is read only if the range includes all of its days and none of them is waiting to
 *    be counted.
 * 2. A transaction that changes a day's rows also rewrites its roll-ups.
 * 3. Only projects with many rows have roll-ups: for others, they would add a third more rows without a benefit.
 */
import { toDay } from '@docwright/site-server';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AnalyticsTables, ProjectDays } from './tables.ts';

type Db = Queryable<AnalyticsTables>;

export interface Rollup {
  /** `YYYY-MM-DD` in UTC. Groups of eight and sixty-four days start at 1970-01-01. */
  readonly firstDay: string;
  readonly days: number;
}
type RollupOfProject = Rollup & { readonly projectId: string };

const short = 8;
const long = 64;
const dayMs = 86_400_000;

/** Kinds of `analytics_daily` that lists read; the others are read by day or by page. */
const rolledUpKinds = sql`'view', 'referrer', 'search', 'search_page', 'agent_read', 'not_found', 'outlink', 'code_copy', 'playground_call'`;

/** Lists the roll-ups that end on a day, shortest first. */
export function rollupsEndingOn(day: string): Rollup[] {
  const next = Date.parse(day) / dayMs + 1;
  return [short, long]
    .filter((days) => next % days === 0)
    .map((days) => ({ firstDay: toDay((next - days) * dayMs), days }));
}

/** Serializes writes of roll-ups and of the days in them until the transaction ends. */
export async function lockRollups(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('analytics_rollups', 0))`.execute(tx);
}

/** Selects counted days, oldest first, on which a complete roll-up ends that hasn't been processed yet. */
export async function selectDaysWithoutRollups(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from analytics_counted_days
    where not has_rollups and (day - date '1970-01-01' + 1) % ${short} = 0
      and day - ${short - 1}::int >= (select min(day) from analytics_counted_days)
    order by day`.execute(db);
  return rows.map(({ day }) => day);
}

/**
 * Selects projects that need a roll-up.
 *
 * @param leastRows minimum number of rows on its last day
 */
export async function selectProjectsToRollUp(db: Db, { firstDay, days }: Rollup, leastRows: number): Promise<string[]> {
  const projects =
    days === short
      ? sql<{ id: string }>`
          select project_id as id from analytics_daily where day = ${toDay(Date.parse(firstDay), days - 1)}
          group by project_id having count(*) >= ${leastRows} order by 1`
      : sql<{ id: string }>`
          select project_id as id from analytics_rollups
          where days = ${short} and ${startsWithin({ firstDay, days })}
          group by project_id having count(*) = ${days / short} order by 1`;
  const { rows } = await projects.execute(db);
  return rows.map(({ id }) => id);
}

const startsWithin = ({ firstDay, days }: Rollup): RawBuilder<unknown> =>
  sql`first_day >= ${firstDay} and first_day < ${toDay(Date.parse(firstDay), days)}`;

/** Creates a project's roll-up, once; its shorter roll-ups must exist. The caller has a transaction. */
export async function makeRollup(tx: Db, rollup: RollupOfProject): Promise<void> {
  await lockRollups(tx);
  const { rows } = await sql`
    insert into analytics_rollups (project_id, first_day, days)
    select id, ${rollup.firstDay}::date, ${rollup.days}::int from shared_projects where id = ${rollup.projectId}
    on conflict do nothing returning days`.execute(tx);
  if (rows.length > 0) await writeCounts(tx, rollup);
}

export async function noteRollups(db: Db, day: string): Promise<void> {
  await sql`update analytics_counted_days set has_rollups = true where day = ${day}`.execute(db);
}

/**
 * Rewrites the roll-ups that include a day from its current rows. The caller has a transaction and the lock.
 * @param projectId the project with changed rows on the day; default: every project
 */
export async function rewriteRollups(tx: Db, day: string, projectId?: string): Promise<void> {
  const ofProject = projectId === undefined ? sql`true` : sql`project_id = ${projectId}`;
  const { rows } = await sql<RollupOfProject>`
    select project_id as "projectId", first_day::text as "firstDay", days from analytics_rollups
    where first_day > ${toDay(Date.parse(day), -long)} and first_day <= ${day} and first_day + days > ${day}::date and ${ofProject}
    order by days, project_id, first_day`.execute(tx);
  // Short roll-ups first, because long ones are built from them.
  for (const rollup of rows) await writeCounts(tx, rollup);
}

async function writeCounts(tx: Db, rollup: RollupOfProject): Promise<void> {
  const { projectId, firstDay, days } = rollup;
  await sql`
    delete from analytics_rollup_counts
    where project_id = ${projectId} and first_day = ${firstDay} and days = ${days} and kind in (${rolledUpKinds})`.execute(
    tx,
  );
  const source =
    days === short
      ? sql`
          select *, case when without_result > 0 then last_at end as last_without_result_at from analytics_daily
          where day >= ${firstDay} and day < ${toDay(Date.parse(firstDay), days)}`
      : sql`select * from analytics_rollup_counts where days = ${short} and ${startsWithin(rollup)}`;
  await sql`
    insert into analytics_rollup_counts (project_id, first_day, days, kind, subject, target, human, ai, human_visitors, ai_visitors,
      clicks, without_result, without_result_visitors, last_at, last_without_result_at)
    select project_id, ${firstDay}::date, ${days}::int, kind, subject, target, sum(human), sum(ai), sum(human_visitors), sum(ai_visitors),
      sum(clicks), sum(without_result), sum(without_result_visitors), max(last_at), max(last_without_result_at)
    from (${source} and project_id = ${projectId} and kind in (${rolledUpKinds})) as source
    group by project_id, kind, subject, target order by kind, subject`.execute(tx);
}

/**
 * Selects the longest non-overlapping roll-ups of a project within a range.
 * @param openDays days that must not be read from rows
 */
export async function selectRollups(
  db: Db,
  { projectId, from, to }: ProjectDays,
  openDays: readonly string[],
): Promise<Rollup[]> {
  const { rows } = await sql<Rollup>`
    select first_day::text as "firstDay", days from analytics_rollups
    where project_id = ${projectId} and first_day >= ${from} and first_day + days <= ${to}::date
    order by days desc, first_day`.execute(db);
  const taken = new Set(openDays);
  return rows.filter((rollup) => {
    const days = daysOf(rollup);
    if (days.some((day) => taken.has(day))) return false;
    for (const day of days) taken.add(day);
    return true;
  });
}

export const daysOf = ({ firstDay, days }: Rollup): string[] =>
  daysBetween(firstDay, toDay(Date.parse(firstDay), days));

/** @param to the exclusive end */
export function daysBetween(from: string, to: string): string[] {
  const days = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs));
  return Array.from({ length: days }, (_, ahead) => toDay(Date.parse(from), ahead));
}

export async function deleteRollups(db: Db, before: string): Promise<void> {
  await sql`delete from analytics_rollups where first_day < ${before}`.execute(db);
  await sql`delete from analytics_rollup_counts where first_day < ${before}`.execute(db);
}
