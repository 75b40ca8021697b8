import type { Database } from './database.ts';

/** One forward step of the schema. Once released its text never changes: a correction is a new step. */
export interface Migration {
  /** Four digits and a name, `0001-organizations`: the order of the ids is the order of the steps. */
  readonly id: string;
  /** Any number of statements; they run in one transaction. */
  readonly sql: string;
}

export interface MigrationReport {
  /** Ids of the steps that this call applied, in order. */
  readonly applied: readonly string[];
  /** The newest step of the database after the call. */
  readonly current: string | undefined;
}

/**
 * Brings the database to the newest of `migrations`. Several processes may call it at the same time: one works, the
 * others wait for it and find nothing left to do.
 */
export async function migrate<Schema>(
  _database: Database<Schema>,
  _migrations: readonly Migration[],
): Promise<MigrationReport> {
  throw new Error('not built yet');
}
