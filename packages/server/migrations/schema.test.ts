import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { connectDatabase, migrate, type Database } from '../src/platform/database/index.ts';
import { openTestDatabase, type TestDatabase } from '../src/platform/database/test-database.ts';
import { describeSchema } from '../src/testing/describe-schema.ts';
import { readSchema } from '../src/testing/read-schema.ts';
import { migrations } from './index.ts';

const readLines = (file: string): string[] =>
  readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

describe('0001-schema', () => {
  const [schema] = migrations;
  assert.ok(schema !== undefined && 'sql' in schema);
  let server: TestDatabase;
  let database: Database<object>;
  before(async () => {
    server = await openTestDatabase();
    database = await connectDatabase({ url: server.url, poolSize: 2 });
    await migrate(database, [schema]);
  });
  after(async () => {
    await database.close();
    await server.close();
  });

  test('creates exactly the schema of the 74 steps that it replaces, and no rows', async () => {
    assert.deepEqual(await describeSchema(database.pool), readLines('0129-structure.txt'));
  });

  test('is recognized in a database with those steps, which is then migrated with the later steps', async () => {
    const history = readLines('0129-history.txt');
    const digest = createHash('sha256')
      .update(history.map((line) => `${line}\n`).join(''))
      .digest('hex');
    assert.equal(digest, schema.replaces?.history);
    await database.pool.query('DELETE FROM schema_migrations');
    for (const line of history)
      await database.pool.query('INSERT INTO schema_migrations (id, digest) VALUES ($1, $2)', line.split(' '));
    const { applied } = await migrate(database, migrations);
    assert.deepEqual(
      applied,
      migrations.slice(1).map(({ id }) => id),
    );
    assert.deepEqual((await migrate(database, migrations)).applied, []);
  });

  test('results, after all later steps, in the tables and references that SCHEMA.md lists', async () => {
    await migrate(database, migrations);
    const { rows } = await database.pool.query<{ name: string; references: string[] }>(
      `SELECT c.relname AS name, array(
         SELECT DISTINCT k.confrelid::regclass::text FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' ORDER BY 1
       ) AS references
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
         AND c.relname <> 'schema_migrations' ORDER BY c.relname COLLATE "C"`,
    );
    const listed = readSchema(join(import.meta.dirname, '../../..')).map(({ name, references }) => ({
      name,
      references,
    }));
    assert.deepEqual(
      rows,
      listed.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
  });

  test('allows each user only one identity per identity provider', async () => {
    await database.pool.query(`INSERT INTO users (id, name, email) VALUES ('ada', 'Ada', 'ada@example.com')`);
    const insert = (id: string, provider: string) =>
      database.pool.query(`INSERT INTO accounts (id, user_id, account_id, provider_id) VALUES ($1, 'ada', $1, $2)`, [
        id,
        provider,
      ]);
    await insert('first', 'oidc');
    await insert('password', 'credential');
    await assert.rejects(insert('second', 'oidc'), { code: '23505' });
  });
});

/** A client that retries across an upgrade must receive the same response and not a second job. */
test('no later step deletes or changes the table of responses to repeated requests', () => {
  for (const step of migrations.slice(1))
    assert.doesNotMatch(
      'sql' in step ? step.sql : '',
      /(?:delete\s+from|truncate|drop\s+table|rename).*idempotency_keys|alter\s+table\s+idempotency_keys/is,
      step.id,
    );
});
