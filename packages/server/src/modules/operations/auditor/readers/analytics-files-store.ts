import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

type Db = Queryable<AuditTables>;

/** Returns the keys of the files that a day must have. */
export async function selectDayFiles(db: Db, folder: string, day: string): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    select ${folder} || organization_id || '/' || id || '/' || ${day} || '.jsonl' as key from projects
    where exists (select from analytics_daily where project_id = projects.id and day = ${day}::date) order by 1`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}

export async function newestCountedDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(day)::text as day from analytics_counted_days`.execute(db);
  return rows[0]?.day ?? null;
}

export async function findProjects(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from projects where id = any(${[...ids]}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
