import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import type { AnalyticsTables } from './store.ts';

type Db = Queryable<AnalyticsTables>;

/** Counted days from `from` on, from the oldest. */
export async function selectCountedDays(db: Db, from: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from analytics_counted_days where day >= ${from} order by day`.execute(db);
  return rows.map(({ day }) => day);
}

export interface CountedProject {
  readonly id: string;
  readonly organizationId: string;
}

/** Projects that have figures of a day, after an id. */
export async function selectCountedProjects(db: Db, day: string, after: string): Promise<CountedProject[]> {
  const { rows } = await sql<CountedProject>`
    select id, organization_id as "organizationId" from projects
    where id > ${after} and exists (select from analytics_daily where project_id = projects.id and day = ${day})
    order by id limit 200`.execute(db);
  return rows;
}
