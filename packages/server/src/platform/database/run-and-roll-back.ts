import { Kysely, PostgresDialect } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import type { Database } from './database.ts';

/** Maximum time for which a statement waits for a lock, so that others don't wait long for this transaction's locks. */
const lockTimeoutMs = 5_000;

/**
 * Runs `act` in a transaction that is rolled back; queries within it show the effects. Transactions of `act` become
 * savepoints, and everything runs on one connection.
 */
export async function runAndRollBack<Schema, Result>(
  { pool }: Pick<Database<Schema>, 'pool'>,
  act: (database: Database<Schema>) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    return await act(onOneConnection(client));
  } finally {
    // The transaction, in any state, ends with the connection.
    client.release(true);
  }
}

function onOneConnection<Schema>(client: PoolClient): Database<Schema> {
  const query = (text: string, values: readonly unknown[] = []): Promise<QueryResult> =>
    client.query(toSavepoint(text) ?? text, [...values]);
  const connection = { query, release: () => undefined };
  const pool = { query, connect: () => Promise.resolve(connection), end: () => Promise.resolve() };
  return {
    kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) }),
    pool: pool as never,
    close: () => Promise.resolve(),
  };
}

/** The savepoint statement for a statement that begins or ends a transaction; `undefined` for other statements. */
export function toSavepoint(text: string): string | undefined {
  switch (text.toLowerCase()) {
    case 'begin':
      return 'SAVEPOINT own';
    case 'commit':
      return 'RELEASE own';
    case 'rollback':
      return 'ROLLBACK TO own';
    default:
      return undefined;
  }
}
