import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AnalyticsTables } from './store.ts';

type Db = Queryable<AnalyticsTables>;

/** Selects counted days from `from` and before `to`, oldest first. */
export async function selectCountedDays(
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from analytics_counted_days where day >= ${from} and day < ${to} order by day`.execute(db);
  return rows.map(({ day }) => day);
}

export interface CountedProject {
  readonly id: string;
  readonly organizationId: string;
}

/** Selects projects with figures for a day, starting after an ID. */
export async function selectCountedProjects(db: Db, day: string, after: string): Promise<CountedProject[]> {
  const { rows } = await sql<CountedProject>`
    select id, organization_id as "organizationId" from shared_projects as projects
    where id > ${after} and exists (select from analytics_daily where project_id = projects.id and day = ${day})
    order by id limit 200`.execute(db);
  return rows;
}

export interface StaleFile extends CountedProject {
  readonly day: string;
  /** When the day was last recounted; identifies the note to delete. */
  readonly countedAt: string;
}

/** Selects the files of the given days that are out of date because their project's day was recounted. */
export async function selectStaleFiles(db: Db, days: readonly string[], limit: number): Promise<StaleFile[]> {
  const { rows } = await sql<StaleFile>`
    select project_id as id, projects.organization_id as "organizationId", day::text, counted_at::text as "countedAt"
    from analytics_stale_files join shared_projects as projects on projects.id = project_id
    where day = any(${days}::date[]) order by day, project_id limit ${limit}`.execute(db);
  return rows;
}

export async function deleteStaleFilesBefore(db: Db, day: string): Promise<void> {
  await sql`delete from analytics_stale_files where day < ${day}`.execute(db);
}

/** Deletes the note, unless the day was recounted in the meantime. */
export async function deleteStaleFile(db: Db, { id, day, countedAt }: StaleFile): Promise<void> {
  await sql`
    delete from analytics_stale_files where project_id = ${id} and day = ${day} and counted_at = ${countedAt}::timestamptz`.execute(
    db,
  );
}
