import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';

/**
 * One pool of connections to PostgreSQL and the typed query builder over it.
 *
 * `Schema` maps a table's name to its row type. Every module declares its own part next to its `store.ts`, from the
 * generated types of the migrations (`interface ExportTables { export_jobs: TableOf<'export_jobs'> }`); `main/` intersects
 * them.
 */
export interface Database<Schema> {
  readonly kysely: Kysely<Schema>;
  /** The same pool, for libraries that bring their own SQL. */
  readonly pool: Pool;
  /** Waits for running statements, then closes every connection. Safe to call twice. */
  close(): Promise<void>;
}

/** The database argument of a store function: the pool, or the caller's transaction. */
export type Queryable<Schema> = Kysely<Schema> | Transaction<Schema>;

export interface ConnectOptions {
  /** `postgres://…`; a unix socket is written `postgres://user@/database?host=%2Fpath`. */
  readonly url: string;
  /** Connections at most. */
  readonly poolSize?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** A statement that runs longer is cancelled by the server. 0 switches it off. */
  readonly statementTimeoutMs?: number;
  /** How long a caller waits for a free or new connection. */
  readonly connectTimeoutMs?: number;
  /** Whether something restarts the server if it ends: then connecting is retried for a while. */
  readonly isRestarted?: boolean;
  /** Called for connections that were lost while idle: the pool replaces them itself. */
  readonly onIdleError?: (error: Error) => void;
}
