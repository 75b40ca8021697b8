import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Transaction } from 'kysely';
import { connectDatabase } from './connect-database.ts';
import { isConnectionLost } from './connection-errors.ts';
import { describeTarget } from './connection-target.ts';
import type { Database, Queryable } from './database.ts';
import { createNotificationHub } from './listen.ts';
import { findStepsUpTo, isBeforeReplaced, migrate, planMigration } from './migrate.ts';
import { openTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

let testDatabase: TestDatabase;
let database: Database<object>;

before(async () => {
  testDatabase = await openTestDatabase();
  database = await connectDatabase({ url: testDatabase.url, poolSize: 4 });
});
after(async () => {
  await database.close();
  await testDatabase.close();
});

/** Ends all other connections to the database, as a restart of the server would. */
async function endConnections(): Promise<void> {
  await database.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
}

test('the compiler accepts a transaction only where its database has all required tables', () => {
  interface Pages {
    pages: { id: string };
  }
  interface Sites {
    sites: { id: string };
  }
  type Accepts<Given, Required> = Transaction<Given> extends Queryable<Required> ? true : false;
  // A wrong value here is an error of the type check.
  const withMore: Accepts<Pages & Sites, Pages> = true;
  const withOthers: Accepts<Sites, Pages> = false;
  const withFewer: Accepts<Pages, Pages & Sites> = false;
  assert.deepEqual([withMore, withOthers, withFewer], [true, false, false]);
});

describe('a connection', () => {
  test('that can’t be opened is reported with its target in one line, without the password', async () => {
    const cases: readonly (readonly [url: string, says: RegExp])[] = [
      ['postgres://web:canary@127.0.0.1:1/docs', /docs at 127\.0\.0\.1:1 \(user web\): connect ECONNREFUSED/],
      ['postgres://web:canary@nowhere.invalid/docs', /docs at nowhere\.invalid:5432 \(user web\)/],
      ['postgres://web:canary@/docs?host=/no/such/folder', /docs at socket \/no\/such\/folder \(user web\)/],
      ['mysql://web:canary@127.0.0.1/docs', /does not start with postgres:\/\//],
      ['postgres://web:canary@[::1/docs', /not valid/],
    ];
    for (const [url, says] of cases) {
      await assert.rejects(connectDatabase({ url, connectTimeoutMs: 2_000 }), (error: Error & { code?: string }) => {
        assert.equal(error.code, 'database-unreachable');
        assert.match(error.message, says);
        return !/canary|\n/.test(error.message);
      });
    }
    assert.equal(describeTarget('postgres://web:canary@h/docs'), 'docs at h:5432 (user web)');
  });

  test('that the server ends is opened again only if the server is restarted automatically', async () => {
    // A server that is ending accepts a connection and drops it.
    let taken = 0;
    const socket = join(new URL(testDatabase.url).searchParams.get('host') ?? '', '.s.PGSQL.5432');
    const ending = createServer((client) => {
      if (taken++ === 0) return void client.destroy();
      const server = connect(socket);
      for (const side of [client, server]) side.on('error', () => undefined);
      client.pipe(server).pipe(client);
    });
    await new Promise<void>((resolve) => ending.listen(0, '127.0.0.1', resolve));
    const url = new URL(testDatabase.url);
    url.searchParams.delete('host');
    url.hostname = '127.0.0.1';
    url.port = String((ending.address() as AddressInfo).port);
    try {
      await assert.rejects(connectDatabase({ url: url.href }), { code: 'database-unreachable' });
      taken = 0;
      const opened = await connectDatabase({ url: url.href, isRestarted: true });
      await opened.close();
      assert.equal(taken, 2);
    } finally {
      ending.close();
    }
  });

  test('that is lost is distinguished from a failing statement', async () => {
    const client = await database.pool.connect();
    const running = client.query('SELECT pg_sleep(20)').catch((error: unknown) => error);
    await endConnections();
    const lost = await running;
    client.release(true);
    assert.ok(isConnectionLost(lost), String(lost));
    assert.ok(isConnectionLost(new Error('outer', { cause: lost })));
    const wrong = await database.pool.query('SELECT no_such_column').catch((error: unknown) => error);
    assert.ok(!isConnectionLost(wrong));
    assert.ok(!isConnectionLost(new Error('Connection is a word')));
  });

  test('ends a statement that runs too long, and remains usable', async () => {
    const hasty = await connectDatabase({ url: testDatabase.url, poolSize: 1, statementTimeoutMs: 500 });
    await assert.rejects(hasty.pool.query('SELECT pg_sleep(5)'), { code: '57014' });
    assert.equal((await hasty.pool.query('SELECT 1 AS one')).rows[0].one, 1);
    await hasty.close();
    await hasty.close();
  });

  test('returns 64-bit numbers as numbers and times as dates', async () => {
    const { rows } = await database.pool.query(
      `SELECT 9007199254740991::int8 AS big, timestamptz '2026-01-01 00:00:00.5+00' AS time, count(*) AS n FROM pg_class WHERE false`,
    );
    assert.deepEqual(rows, [{ big: 9007199254740991, time: new Date('2026-01-01T00:00:00.500Z'), n: 0 }]);
  });
});

describe('migrations', () => {
  const first = { id: '0001-first', sql: 'CREATE TABLE a (n int); INSERT INTO a VALUES (1);' };
  const second = { id: '0002-second', sql: 'ALTER TABLE a ADD COLUMN m int NOT NULL DEFAULT 7;' };

  test('are applied once, in order, if several processes start at the same time', async () => {
    const others = await Promise.all(
      [1, 2, 3].map(() => connectDatabase<object>({ url: testDatabase.url, poolSize: 1 })),
    );
    const reports = await Promise.all(others.map((other) => migrate(other, [first, second])));
    assert.deepEqual(
      reports.flatMap((report) => report.applied).toSorted((a, b) => a.localeCompare(b)),
      ['0001-first', '0002-second'],
    );
    assert.ok(reports.every((report) => report.current === '0002-second'));
    assert.deepEqual((await database.pool.query('SELECT * FROM a')).rows, [{ n: 1, m: 7 }]);
    for (const other of others) await other.close();
  });

  test('stop at a failing migration, which changes nothing and which the error names', async () => {
    const broken = { id: '0003-broken', sql: 'CREATE TABLE half (n int); SELECT 1 / 0;' };
    await assert.rejects(migrate(database, [first, second, broken]), {
      code: 'migration-failed',
      message: 'Migration 0003-broken failed and changed nothing: division by zero',
    });
    assert.equal((await database.pool.query(`SELECT to_regclass('half') AS half`)).rows[0].half, null);
    assert.deepEqual((await migrate(database, [first, second])).applied, []);
  });

  test('build indexes once if several processes start at the same time, and replace an invalid index', async () => {
    const index = { id: '0003-index', indexes: { a_n: 'on a (n)', a_m: 'on a (m)' } };
    // An interrupted build leaves an invalid index.
    await database.pool.query('INSERT INTO a VALUES (2)');
    await assert.rejects(database.pool.query('CREATE UNIQUE INDEX CONCURRENTLY a_n ON a ((1))'), { code: '23505' });
    const others = await Promise.all([1, 2].map(() => connectDatabase<object>({ url: testDatabase.url, poolSize: 1 })));
    const reports = await Promise.all(others.map((other) => migrate(other, [first, second, index])));
    assert.deepEqual(
      reports.flatMap(({ applied }) => applied),
      ['0003-index'],
    );
    const { rows } = await database.pool.query(
      `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = 'a'::regclass AND indisvalid ORDER BY 1`,
    );
    assert.deepEqual(rows, [{ name: 'a_m' }, { name: 'a_n' }]);
    for (const other of others) await other.close();
    await database.pool.query(`DELETE FROM schema_migrations WHERE id = '0003-index'`);
  });

  test('are refused if the database is newer than the code, or a released step was changed', async () => {
    await assert.rejects(migrate(database, [first]), { code: 'database-newer-than-code' });
    await assert.rejects(migrate(database, [first, { ...second, sql: 'SELECT 1' }]), { code: 'migration-changed' });
    await assert.rejects(migrate(database, [second, first]), { code: 'migration-failed' });
  });
});

describe('a first step that replaces older steps', () => {
  const old = [
    { id: '0001-first', sql: 'CREATE TABLE a (n int)' },
    { id: '0002-second', sql: 'ALTER TABLE a ADD COLUMN m int' },
  ];
  const third = { id: '0003-third', sql: 'ALTER TABLE a ADD COLUMN o int' };
  const schema = (history: string) => ({
    id: '0001-schema',
    sql: 'CREATE TABLE a (n int, m int)',
    replaces: { last: '0002-second', history },
  });
  let other: TestDatabase;
  let older: Database<object>;
  let history: string;
  before(async () => {
    other = await openTestDatabase();
    older = await connectDatabase({ url: other.url, poolSize: 2 });
    await migrate(older, old);
    const { rows } = await older.pool.query<{ id: string; digest: string }>('SELECT * FROM schema_migrations');
    const lines = rows.map(({ id, digest }) => `${id} ${digest}\n`).sort();
    history = createHash('sha256').update(lines.join('')).digest('hex');
  });
  after(async () => {
    await older.close();
    await other.close();
  });
  const steps = async () =>
    (await older.pool.query<{ id: string }>('SELECT id FROM schema_migrations ORDER BY 1')).rows.map(({ id }) => id);

  test('refuses a database that is older than the last replaced step, and changes nothing', async () => {
    await older.pool.query(`UPDATE schema_migrations SET id = '0002-other' WHERE id = '0002-second'`);
    await assert.rejects(migrate(older, [schema(history), third]), {
      code: 'database-too-old',
      message: /at step 0002-other, older than 0002-second.*start the last version with that step once/,
    });
    await older.pool.query(`UPDATE schema_migrations SET id = '0002-second' WHERE id = '0002-other'`);
    assert.deepEqual(await steps(), ['0001-first', '0002-second']);
  });

  test('refuses a database with different steps', async () => {
    await assert.rejects(migrate(older, [schema('0'.repeat(64)), third]), {
      code: 'migration-changed',
      message: /steps of the database up to 0002-second are not those that 0001-schema replaces/,
    });
    assert.deepEqual(await steps(), ['0001-first', '0002-second']);
  });

  test('can be checked before an upgrade without changing the database', async () => {
    const plan = { current: '0002-second', pending: ['0003-third'] };
    assert.deepEqual(await planMigration(older, [schema(history), third]), plan);
    await assert.rejects(planMigration(older, [schema('0'.repeat(64)), third]), { code: 'migration-changed' });
    await assert.rejects(planMigration(older, old.slice(0, 1)), { code: 'database-newer-than-code' });
    assert.deepEqual(await steps(), ['0001-first', '0002-second']);
    const empty = await openTestDatabase();
    const unused = await connectDatabase<object>({ url: empty.url, poolSize: 1 });
    const all = { current: undefined, pending: ['0001-schema', '0003-third'] };
    assert.deepEqual(await planMigration(unused, [schema(history), third]), all);
    assert.equal((await unused.pool.query("SELECT to_regclass('schema_migrations') AS found")).rows[0].found, null);
    await unused.close();
    await empty.close();
  });

  test('recognizes the last replaced step, with or without later steps, and continues', async () => {
    assert.deepEqual(await migrate(older, [schema(history), third]), {
      applied: ['0003-third'],
      current: '0003-third',
    });
    assert.deepEqual(await steps(), ['0001-schema', '0003-third']);
    assert.deepEqual((await migrate(older, [schema(history), third])).applied, []);
    await older.pool.query(`DELETE FROM schema_migrations; DROP TABLE a`);
    await migrate(older, [...old, third]);
    assert.deepEqual(await migrate(older, [schema(history), third]), { applied: [], current: '0003-third' });
    assert.deepEqual(await steps(), ['0001-schema', '0003-third']);
  });

  test('is found for a backup from the last replaced step, but not for older and newer backups', () => {
    const all = [schema(history), third];
    const found = ['0001-schema', '0002-second', '0003-third', '0001-first', '0004-later'].map((id) => [
      findStepsUpTo(all, id)?.length,
      isBeforeReplaced(all, id),
    ]);
    assert.deepEqual(found, [
      [1, false],
      [1, false],
      [2, false],
      [undefined, true],
      [undefined, false],
    ]);
  });
});

describe('notifications', () => {
  test('reach their channel’s listeners in order, but no closed listener', async () => {
    const hub = createNotificationHub({ url: testDatabase.url });
    const heard: string[] = [];
    const three = Promise.withResolvers<void>();
    const listener = await hub.listen({ channel: 'Some channel', onMessage: (payload) => heard.push(`1${payload}`) });
    await hub.listen({ channel: 'Some channel', onMessage: (payload) => payload === 'c' && three.resolve() });
    await hub.listen({ channel: 'other', onMessage: () => heard.push('wrong') });
    for (const payload of ['a', 'b', 'c']) await database.pool.query(`SELECT pg_notify('Some channel', $1)`, [payload]);
    await three.promise;
    assert.deepEqual(heard, ['1a', '1b', '1c']);
    await listener.close();
    const after = Promise.withResolvers<void>();
    await hub.listen({ channel: 'Some channel', onMessage: () => after.resolve() });
    await database.pool.query(`SELECT pg_notify('Some channel', 'd')`);
    await after.promise;
    assert.equal(heard.length, 3);
    await hub.close();
  });

  test('resume after the connection was lost, and the listener’s callback reports the new subscription', async () => {
    const lost = Promise.withResolvers<void>();
    const again = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<string>();
    let subscriptions = 0;
    const hub = createNotificationHub({ url: testDatabase.url, onError: () => lost.resolve() });
    await hub.listen({
      channel: 'c',
      onMessage: heard.resolve,
      onSubscribed: () => {
        subscriptions += 1;
        if (subscriptions === 2) again.resolve();
      },
    });
    await endConnections();
    await lost.promise;
    await again.promise;
    await database.pool.query(`SELECT pg_notify('c', 'back')`);
    assert.equal(await heard.promise, 'back');
    await hub.close();
  });

  test('are refused after the hub was closed, even while it can’t connect', async () => {
    const hub = createNotificationHub({ url: 'postgres://u@127.0.0.1:1/x' });
    const waiting = hub.listen({ channel: 'c', onMessage: () => undefined });
    const refused = assert.rejects(waiting, /closed/);
    await hub.close();
    await refused;
    await assert.rejects(hub.listen({ channel: 'c', onMessage: () => undefined }), /closed/);
  });
});
