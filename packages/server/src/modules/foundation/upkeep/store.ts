import { sql } from 'kysely';
import type { Queryable, TableOf } from '../../../platform/database/index.ts';

export interface UpkeepTables {
  upkeep_runs: TableOf<'upkeep_runs'>;
}

type Db = Queryable<UpkeepTables>;

/** A rule's last completed run. */
export interface UpkeepRun {
  readonly rule: string;
  readonly endedAt: Date;
  readonly failed: boolean;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
}

/**
 * Claims a rule's turn. Returns false if another process claimed it within `everySeconds`, whether that process has
 * finished or not.
 */
export async function takeTurn(db: Db, rule: string, everySeconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into upkeep_runs (rule, started_at) values (${rule}, clock_timestamp())
    on conflict (rule) do update set started_at = excluded.started_at
    where upkeep_runs.started_at <= excluded.started_at - make_interval(secs => ${everySeconds})
    returning rule`.execute(db);
  return rows.length > 0;
}

export async function endTurn(db: Db, { rule, failed, rows, files, bytes }: Omit<UpkeepRun, 'endedAt'>): Promise<void> {
  await db
    .updateTable('upkeep_runs')
    .set({ ended_at: sql<Date>`clock_timestamp()`, failed, rows, files, bytes })
    .where('rule', '=', rule)
    .execute();
}

/** Returns the last completed runs, at most one for each rule. */
export async function selectRuns(db: Db): Promise<UpkeepRun[]> {
  const { rows } = await sql<UpkeepRun>`
    select rule, ended_at as "endedAt", failed, rows, files, bytes from upkeep_runs where ended_at is not null`.execute(
    db,
  );
  return rows;
}
