import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';

/**
 * One pool of connections to PostgreSQL and its typed query builder.
 *
 * `Schema` maps a table's name to its row type. Each module declares its own part next to its `store.ts`, from the
 * types generated from the migrations (`interface ExportTables { export_jobs: TableOf<'export_jobs'> }`); `main/`
 * intersects them.
 */
export interface Database<Schema> {
  readonly kysely: Kysely<Schema>;
  /** The same pool, for libraries with their own SQL. */
  readonly pool: Pool;
  /** Waits for running statements, then closes all connections. Can be called twice. */
  close(): Promise<void>;
}

/** The database argument of a store function: the pool, or the caller's transaction. */
export type Queryable<Schema> = Kysely<Schema> | Transaction<Schema>;

export interface ConnectOptions {
  /** `postgres://…`. A unix socket is written as `postgres://user@/database?host=%2Fpath`. */
  readonly url: string;
  /** Maximum number of connections. */
  readonly poolSize?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** Time after which the server cancels a statement. 0 disables the limit. */
  readonly statementTimeoutMs?: number;
  /** How long a caller waits for a free or new connection. */
  readonly connectTimeoutMs?: number;
  /** Whether the server is restarted if it ends; if so, connecting is retried for a while. */
  readonly isRestarted?: boolean;
  /** Called for connections that were lost while idle. The pool replaces them itself. */
  readonly onIdleError?: (error: Error) => void;
}
