/**
 * A connection that explains each statement before running it. The statement test passes it to the stores' functions.
 */
import { Kysely, PostgresDialect } from 'kysely';
import type { Client, QueryResult } from 'pg';
import { toSavepoint } from '../../platform/database/run-and-roll-back.ts';
import type { PlanNode } from './judge-plan.ts';

/** The interface that kysely and stores with handwritten SQL need. */
export interface Queries {
  query(text: string, values?: readonly unknown[]): Promise<QueryResult>;
}

export interface Explained {
  readonly statement: string;
  readonly plan: PlanNode;
}

interface Observation {
  readonly explained: readonly Explained[];
  readonly error: unknown;
}

export interface Observed {
  readonly kysely: Kysely<never>;
  readonly queries: Queries;
  /**
   * Runs `act` in a transaction that is rolled back.
   * @returns the statements that were sent, an evaluation of their plans, and the error that was thrown
   */
  observe(act: () => Promise<unknown>): Promise<Observation>;
}

export function observeDatabase(client: Client): Observed {
  let explained: Explained[] = [];
  const queries: Queries = {
    query: async (text, values = []) => {
      // A transaction of the store's function is nested in the transaction that is rolled back.
      const savepoint = toSavepoint(text);
      if (savepoint !== undefined) return client.query(savepoint);
      const plan = await explain(client, text, values);
      if (plan !== undefined) explained.push({ statement: text, plan });
      return client.query(text, [...values]);
    },
  };
  const connection = { ...queries, release: () => undefined };
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve() };
  return {
    kysely: new Kysely<never>({ dialect: new PostgresDialect({ pool: pool as never }) }),
    queries,
    observe: async (act) => {
      explained = [];
      await client.query('BEGIN');
      const error = await act().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      await client.query('ROLLBACK');
      return { explained, error };
    },
  };
}

/** Returns `undefined` for statements without a plan: `drop table`, `listen`. */
async function explain(client: Client, text: string, values: readonly unknown[]): Promise<PlanNode | undefined> {
  if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(text)) return undefined;
  await client.query('SAVEPOINT explained');
  const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
    [...values],
  );
  // The changes of `EXPLAIN` are rolled back, so the function receives the statement's own result.
  await client.query('ROLLBACK TO explained');
  return rows[0]?.['QUERY PLAN'][0].Plan;
}
