import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import { clientConfig } from './client-config.ts';
import { isConnectionLost } from './connection-errors.ts';
import { describeTarget } from './connection-target.ts';
import type { ConnectOptions, Database } from './database.ts';
import { DatabaseError } from './errors.ts';

const defaults = { poolSize: 10, connectTimeoutMs: 10_000 } as const;

/** PostgreSQL, appendix A: the server is starting up, recovering or shutting down. */
const cannotConnectNow = '57P03';
const startingPatienceMs = 30_000;
const startingPauseMs = 200;

/** The oldest major version with which the service's statements are tested. */
const oldestServerVersion = 150_000;

/**
 * Connects, and checks the connection with one round trip.
 *
 * @throws DatabaseError `database-unreachable`, one line with host, port and database, without the password
 */
export async function connectDatabase<Schema>(options: ConnectOptions): Promise<Database<Schema>> {
  const max = options.poolSize ?? defaults.poolSize;
  const pool = new Pool({
    ...clientConfig(options),
    max,
    // Idle connections are closed after 10 s. The last one stays open, because the service queries the database so
    // often that closing the connection isn't worthwhile. The only connection of a pool of size 1 is closed, because
    // it is rarely used.
    min: max > 1 ? 1 : 0,
    connectionTimeoutMillis: options.connectTimeoutMs ?? defaults.connectTimeoutMs,
  });
  // Without a listener, an idle connection's error after a server restart would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  // The pool only listens to idle connections. A connection that is lost between two statements of a transaction would
  // also end the process. The transaction receives the error from its next statement.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= pool.end());
  try {
    await verifyServer(pool, options);
  } catch (error) {
    await close();
    throw error;
  }
  return { kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), pool, close };
}

async function verifyServer(pool: Pool, { url, isRestarted = false }: ConnectOptions): Promise<void> {
  const client = await connectPatiently(pool, isRestarted).catch((cause: unknown) => {
    throw unreachable(url, cause);
  });
  try {
    const { rows } = await client.query<{ version: number; name: string }>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name`,
    );
    const [row] = rows;
    if (row && row.version < oldestServerVersion) {
      throw new DatabaseError(
        'database-unreachable',
        `The database server at ${describeTarget(url)} is PostgreSQL ${row.name}; 15 or newer is required.`,
      );
    }
  } catch (error) {
    throw isConnectionLost(error) ? unreachable(url, error) : error;
  } finally {
    client.release();
  }
}

/** Waits for a server that is starting or recovering, because processes are often started at the same time. */
async function connectPatiently(pool: Pool, isRestarted: boolean): Promise<PoolClient> {
  const deadline = performance.now() + startingPatienceMs;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      const isStarting = error instanceof Error && 'code' in error && error.code === cannotConnectNow;
      const isTemporary = isStarting || (isRestarted && isConnectionLost(error));
      if (!isTemporary || performance.now() > deadline) throw error;
      await delay(startingPauseMs);
    }
  }
}

function unreachable(url: string, cause: unknown): DatabaseError {
  const error = cause instanceof AggregateError ? cause.errors.at(-1) : cause;
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseError('database-unreachable', `No connection to the database ${describeTarget(url)}: ${reason}`, {
    cause,
  });
}
