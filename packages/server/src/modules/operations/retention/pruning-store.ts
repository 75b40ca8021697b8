import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AgedTable } from '../../foundation/upkeep/index.ts';

export interface TableState {
  /** Rows that the open transaction has deleted, including cascaded deletions. */
  readonly deleted: number;
  /** The oldest remaining row, as the transaction sees it. */
  readonly oldest: Date | null;
}

/** Returns the state of each table as the open transaction sees it. */
export async function readTables<Schema>(
  db: Queryable<Schema>,
  tables: readonly AgedTable[],
): Promise<ReadonlyMap<string, TableState>> {
  const names = tables.map(({ name }) => name);
  const { rows } = await sql<{ name: string; deleted: number }>`
    select relname as name, n_tup_del as deleted from pg_stat_xact_user_tables
    where schemaname = 'public' and relname = any(${names})`.execute(db);
  const states = new Map<string, TableState>();
  for (const { name, time } of tables) {
    const found = await sql<{ oldest: Date | null }>`
      select min(${sql.ref(time)})::timestamptz as oldest from ${sql.table(name)}`.execute(db);
    const deleted = rows.find((row) => row.name === name)?.deleted ?? 0;
    states.set(name, { deleted, oldest: found.rows[0]?.oldest ?? null });
  }
  return states;
}

/** Returns the average size of a row in bytes, including its share of indexes and of separately stored values. */
export async function readRowBytes<Schema>(db: Queryable<Schema>, table: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size(oid) / greatest(reltuples, 1) as bytes from pg_class
    where oid = to_regclass(${table})`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Partitions of a table, which are dropped as a whole. */
export interface Partition {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
}

export async function listPartitions<Schema>(db: Queryable<Schema>, table: string): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select relname as name, greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(pg_class.oid)::float8 as bytes
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass(${table}) order by relname`.execute(db);
  return rows;
}
