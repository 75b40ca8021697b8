import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client } from 'pg';
import { migrations } from '../../migrations/index.ts';
import { copyTemplateDatabase } from './template-database.ts';

async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('a copy of the template database', () => {
  test('has the newest schema, and doesn’t share rows with other copies', async () => {
    const [one, other] = await Promise.all([copyTemplateDatabase(), copyTemplateDatabase()]);
    try {
      const newest = await query(one.url, 'SELECT max(id COLLATE "C") AS id FROM schema_migrations');
      assert.deepEqual(newest, [{ id: migrations.at(-1)?.id }]);
      await query(one.url, `INSERT INTO organizations (id, name, plan) VALUES ('org', 'One', 'free')`);
      assert.deepEqual(await query(other.url, 'SELECT id FROM organizations'), []);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });

  test('reports a deadlock when it is closed', async () => {
    const copy = await copyTemplateDatabase();
    const clients = await Promise.all(
      [1, 2].map(async () => {
        const client = new Client({ connectionString: copy.url });
        await client.connect();
        return client;
      }),
    );
    const lockInTurn = async (client: Client, keys: readonly [number, number]) => {
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock($1)', [keys[0]]);
      return () => client.query('SELECT pg_advisory_xact_lock($1)', [keys[1]]).then(() => client.query('COMMIT'));
    };
    const [one, other] = [await lockInTurn(clients[0]!, [1, 2]), await lockInTurn(clients[1]!, [2, 1])];
    const ends = await Promise.allSettled([one(), other()]);
    assert.equal(ends.filter(({ status }) => status === 'rejected').length, 1);
    await Promise.all(clients.map((client) => client.end()));
    await assert.rejects(copy.close(), /deadlocks: 1/);
  });

  test('is dropped when it is closed, or when the next copy is created if a killed process left it behind', async () => {
    const keeper = await copyTemplateDatabase();
    const closed = await copyTemplateDatabase();
    const name = new URL(closed.url).pathname.slice(1);
    await closed.close();
    const leftover = 'docwright_copy_1_leftover';
    try {
      await query(keeper.url, `CREATE DATABASE ${leftover}`);
      const next = await copyTemplateDatabase();
      await next.close();
      const gone = await query(keeper.url, `SELECT FROM pg_database WHERE datname IN ('${name}', '${leftover}')`);
      assert.equal(gone.length, 0);
    } finally {
      await keeper.close();
    }
  });
});
