/** A connection that explains each statement before running it: the statement test passes it to store functions. */
import { Kysely, PostgresDialect } from 'kysely';
import type { Client, QueryResult } from 'pg';
import { toSavepoint } from '../../platform/database/run-and-roll-back.ts';
import type { PlanNode } from './judge-plan.ts';

/** What kysely and the stores with handwritten SQL need. */
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
  /** Runs in a transaction that is rolled back. @returns the statements that were sent, with what their plans did, and what was thrown */
  observe(act: () => Promise<unknown>): Promise<Observation>;
}

export function observeDatabase(client: Client): Observed {
  let explained: Explained[] = [];
  const queries: Queries = {
    query: async (text, values = []) => {
      // A store function's own transaction is nested in the one that is rolled back.
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
  // Its changes are rolled back: the function gets the result of the statement itself.
  await client.query('ROLLBACK TO explained');
  return rows[0]?.['QUERY PLAN'][0].Plan;
}
