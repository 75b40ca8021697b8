import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { takeAttempt } from '../attempt-store.ts';
import {
  noteGuess,
  noteSuccess,
  takeGuess,
  requireAddressAttempt,
  requireAttempt,
  requireMailAttempt,
} from './require-attempt.ts';
import { accountAttempts, addressAttempts, allGuessAttempts, guessAttempts, mailAttempts } from '../settings.ts';
import type { AccountTables } from '../tables.ts';

describe('attempts', () => {
  let database: ModuleDatabase<AccountTables>;
  before(async () => {
    database = await openModuleDatabase<AccountTables>();
  });
  after(() => database.close());
  beforeEach(() => database.pool.query('DELETE FROM sign_in_attempts'));

  const rule = { free: 3, firstDelaySeconds: 1_000, longestDelaySeconds: 6_000 };
  const take = () => takeAttempt(database.kysely, 'bucket', rule);
  /** Simulates that so much time has passed. */
  const pass = (seconds: number) =>
    database.pool.query('UPDATE sign_in_attempts SET last_at = last_at - make_interval(secs => $1)', [seconds]);
  const tooMany = { code: 'too_many_attempts' };
  /** How many of so many are allowed until one is refused. */
  const countTaken = async (attempt: (n: number) => Promise<void>, most: number): Promise<number> => {
    for (let n = 0; n < most; n++) {
      const taken = await attempt(n).then(
        () => true,
        (error: unknown) => {
          assert.equal((error as { code?: string }).code, 'too_many_attempts');
          return false;
        },
      );
      if (!taken) return n;
    }
    return most;
  };

  test('are limited alike concurrently and one after the other', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, take));
    assert.equal(answers.filter((seconds) => seconds === undefined).length, 3);
    assert.ok(answers.every((seconds) => seconds === undefined || (seconds > 900 && seconds <= 1_000)));
  });

  test('wait twice as long after each failure, up to the longest delay', async () => {
    for (let free = 0; free < 3; free++) assert.equal(await take(), undefined);
    for (const delay of [1_000, 2_000, 4_000, 6_000, 6_000]) {
      const seconds = (await take()) ?? 0;
      assert.ok(seconds > delay - 100 && seconds <= delay, `${String(seconds)} of ${String(delay)}`);
      await pass(delay - 100);
      assert.notEqual(await take(), undefined, 'not earlier');
      await pass(100);
      assert.equal(await take(), undefined);
    }
  });

  test('that are refused do not make the delay longer, so that nobody can be locked out permanently', async () => {
    for (let free = 0; free < 3; free++) await take();
    for (let refused = 0; refused < 50; refused++) await take();
    await pass(1_000);
    assert.equal(await take(), undefined);
  });

  test('of a day ago count no more, however many there were', async () => {
    await database.pool.query(
      `INSERT INTO sign_in_attempts (bucket, failures, last_at) VALUES ('bucket', 1000000, now() - interval '25 hours')`,
    );
    for (let free = 0; free < 3; free++) assert.equal(await take(), undefined);
    assert.notEqual(await take(), undefined);
  });

  test('at one account are counted from anywhere, and separately for another', async () => {
    const guess = (n: number) =>
      requireAttempt(database.kysely, { email: 'ada@example.com', address: `198.51.100.${String(n)}` });
    assert.equal(await countTaken(guess, 20), accountAttempts.free);
    await requireAttempt(database.kysely, { email: 'bo@example.com', address: '198.51.100.1' });
  });

  test('from one address are counted for all accounts; an IPv6 network is one address', async () => {
    const guess = (n: number) =>
      requireAttempt(database.kysely, {
        email: `user${String(n)}@example.com`,
        address: `2001:db8:1:2:${String(n)}::1`,
      });
    assert.equal(await countTaken(guess, 60), addressAttempts.free);
    await assert.rejects(requireAddressAttempt(database.kysely, '2001:db8:1:2:ffff::9'), tooMany);
    await requireAddressAttempt(database.kysely, '2001:db8:1:3::1');
    await requireAddressAttempt(database.kysely, '::ffff:198.51.100.7');
  });

  test('are forgotten for the account after a success, and for the address only that one', async () => {
    const address = '198.51.100.7';
    for (let n = 0; n < 4; n++) await requireAttempt(database.kysely, { email: 'ada@example.com', address });
    await noteSuccess(database.kysely, { email: 'ada@example.com', address });
    const { rows } = await database.pool.query<{ kind: string; failures: number }>(
      `SELECT split_part(bucket, ':', 1) AS kind, failures FROM sign_in_attempts`,
    );
    assert.deepEqual(rows, [{ kind: 'address', failures: 3 }]);
    for (let n = 0; n < 9; n++) await noteSuccess(database.kysely, { email: undefined, address });
    assert.equal((await database.pool.query('SELECT FROM sign_in_attempts WHERE failures < 0')).rows.length, 0);
  });

  test('store no typed address, which may be a password', async () => {
    const typed = 'correct horse battery';
    await requireAttempt(database.kysely, { email: typed, address: '198.51.100.7' });
    await requireMailAttempt(database.kysely, { email: typed, address: '198.51.100.7' });
    const { rows } = await database.pool.query<{ bucket: string }>('SELECT bucket FROM sign_in_attempts');
    assert.equal(rows.length, 3);
    assert.ok(rows.every(({ bucket }) => !bucket.includes(typed)));
  });

  test('are independent of mails, which are counted separately for each person', async () => {
    const email = 'ada@example.com';
    const ask = (n: number) => requireMailAttempt(database.kysely, { email, address: `198.51.100.${String(n)}` });
    assert.equal(await countTaken(ask, 20), mailAttempts.free);
    await requireAttempt(database.kysely, { email, address: '203.0.113.1' });
    await assert.rejects(ask(99), { code: 'too_many_attempts', message: /Try again in \d+ seconds/ });
  });

  test('at a site’s password from one address are limited, and a right one doesn’t count', async () => {
    const guess = { of: 'proj_a', address: '192.0.2.1' };
    let taken = 0;
    while ((await takeGuess(database.kysely, guess)) === undefined) taken += 1;
    assert.equal(taken, guessAttempts.free);
    assert.equal(await takeGuess(database.kysely, { ...guess, of: 'proj_b' }), undefined);
    assert.equal(await takeGuess(database.kysely, { ...guess, address: '192.0.2.2' }), undefined);
    await noteGuess(database.kysely, guess);
    assert.equal(await takeGuess(database.kysely, guess), undefined);
  });

  test('at a site’s password, a thousand from a hundred networks, are limited to about a hundred', async () => {
    let taken = 0;
    for (let n = 0; n < 1_000; n += 1) {
      const address = `2001:db8:${(n % 100).toString(16)}:1::${n.toString(16)}`;
      if ((await takeGuess(database.kysely, { of: 'proj_a', address })) === undefined) taken += 1;
    }
    // Some more with each second that the loop takes, ever fewer.
    assert.ok(taken >= allGuessAttempts.free && taken < allGuessAttempts.free + 20, String(taken));
  });
});
