import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { systemClock, type Clock } from '../../../../platform/clock/index.ts';
import type { ApiError } from '../../../../platform/http/index.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { takeAttempt } from '../attempt-store.ts';
import { Attempts } from './attempts.ts';
import {
  noteGuess,
  noteSuccess,
  takeGuess,
  requireAddressAttempt,
  requireAttempt,
  requireMailAttempt,
} from './require-attempt.ts';
import { holdDelay } from '../testing/hold-delay.ts';
import { accountAttempts, addressAttempts, allGuessAttempts, guessAttempts, mailAttempts } from '../settings.ts';
import type { AccountTables } from '../tables.ts';

describe('attempts', () => {
  let database: ModuleDatabase<AccountTables>;
  before(async () => {
    database = await openModuleDatabase<AccountTables>();
  });
  after(() => database.close());
  let attempts: Attempts;
  let monotonicMs = 0;
  const clock: Clock = { ...systemClock, monotonicMs: () => monotonicMs };
  beforeEach(async () => {
    await database.pool.query('DELETE FROM sign_in_attempts');
    attempts = new Attempts({ database, clock });
  });

  const rule = { free: 3, firstDelaySeconds: 1_000, maxDelaySeconds: 6_000 };
  const take = () => takeAttempt(database.kysely, 'bucket', rule);
  /** Simulates that this much time has passed. */
  const pass = (seconds: number) =>
    database.pool.query('UPDATE sign_in_attempts SET last_at = last_at - make_interval(secs => $1)', [seconds]);
  const tooMany = { code: 'too_many_attempts' };
  /** Returns the number of attempts that are allowed until one is refused. */
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

  test('are limited even if they are concurrent', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, take));
    assert.equal(answers.filter((seconds) => seconds === undefined).length, 3);
    assert.ok(answers.every((seconds) => seconds === undefined || (seconds > 900 && seconds <= 1_000)));
  });

  test('wait twice as long after each failure, up to the longest delay', async () => {
    for (let free = 0; free < 3; free++) assert.equal(await take(), undefined);
    for (const delay of [1_000, 2_000, 4_000, 6_000, 6_000]) {
      const seconds = (await take()) ?? 0;
      assert.ok(seconds > delay - 100 && seconds <= delay, `${seconds} of ${delay}`);
      await pass(delay - 100);
      assert.notEqual(await take(), undefined, 'still refused shortly before');
      await pass(100);
      assert.equal(await take(), undefined);
    }
  });

  test('don’t increase the delay if they are refused, so that nobody can be locked out permanently', async () => {
    for (let free = 0; free < 3; free++) await take();
    for (let refused = 0; refused < 50; refused++) await take();
    await pass(1_000);
    assert.equal(await take(), undefined);
  });

  test('don’t count if they were made more than a day ago', async () => {
    await database.pool.query(
      `INSERT INTO sign_in_attempts (bucket, failures, last_at) VALUES ('bucket', 1000000, now() - interval '25 hours')`,
    );
    for (let free = 0; free < 3; free++) assert.equal(await take(), undefined);
    assert.notEqual(await take(), undefined);
  });

  test('at an account are counted together, even from different addresses', async () => {
    const guess = (n: number) => requireAttempt(attempts, { email: 'ada@example.com', address: `198.51.100.${n}` });
    assert.equal(await countTaken(guess, 20), accountAttempts.free);
    await requireAttempt(attempts, { email: 'bo@example.com', address: '198.51.100.1' });
  });

  test('from one address are counted together for all accounts; an IPv6 network is one address', async () => {
    const guess = (n: number) =>
      requireAttempt(attempts, {
        email: `user${n}@example.com`,
        address: `2001:db8:1:2:${n}::1`,
      });
    assert.equal(await countTaken(guess, 60), addressAttempts.free);
    await assert.rejects(requireAddressAttempt(attempts, '2001:db8:1:2:ffff::9'), tooMany);
    await requireAddressAttempt(attempts, '2001:db8:1:3::1');
    await requireAddressAttempt(attempts, '::ffff:198.51.100.7');
  });

  test('are all dropped for the account after a success, but only one is dropped for the address', async () => {
    const address = '198.51.100.7';
    for (let n = 0; n < 4; n++) await requireAttempt(attempts, { email: 'ada@example.com', address });
    await noteSuccess(attempts, { email: 'ada@example.com', address });
    const { rows } = await database.pool.query<{ kind: string; failures: number }>(
      `SELECT split_part(bucket, ':', 1) AS kind, failures FROM sign_in_attempts`,
    );
    assert.deepEqual(rows, [{ kind: 'address', failures: 3 }]);
    for (let n = 0; n < 9; n++) await noteSuccess(attempts, { email: undefined, address });
    assert.equal((await database.pool.query('SELECT FROM sign_in_attempts WHERE failures < 0')).rows.length, 0);
  });

  test('don’t store the typed email address, which may be a password', async () => {
    const typed = 'correct horse battery';
    await requireAttempt(attempts, { email: typed, address: '198.51.100.7' });
    await requireMailAttempt(attempts, { email: typed, address: '198.51.100.7' });
    const { rows } = await database.pool.query<{ bucket: string }>('SELECT bucket FROM sign_in_attempts');
    assert.equal(rows.length, 3);
    assert.ok(rows.every(({ bucket }) => !bucket.includes(typed)));
  });

  test('are counted separately from requests for emails, which have a limit per person', async () => {
    const email = 'ada@example.com';
    const ask = (n: number) => requireMailAttempt(attempts, { email, address: `198.51.100.${n}` });
    assert.equal(await countTaken(ask, 20), mailAttempts.free);
    await requireAttempt(attempts, { email, address: '203.0.113.1' });
    await assert.rejects(ask(99), { code: 'too_many_attempts', message: /Try again in \d+ seconds/ });
  });

  test('at a site’s password from one address are limited, and a correct one doesn’t count', async () => {
    const guess = { of: 'proj_a', address: '192.0.2.1' };
    let taken = 0;
    while ((await takeGuess(attempts, guess)) === undefined) taken += 1;
    assert.equal(taken, guessAttempts.free);
    assert.equal(await takeGuess(attempts, { ...guess, of: 'proj_b' }), undefined);
    assert.equal(await takeGuess(attempts, { ...guess, address: '192.0.2.2' }), undefined);
    await noteGuess(attempts, guess);
    assert.equal(await takeGuess(attempts, guess), undefined);
  });

  test('at a site’s password from a hundred networks are limited to about a hundred of a thousand', async () => {
    let taken = 0;
    for (let n = 0; n < 1_000; n += 1) {
      const address = `2001:db8:${(n % 100).toString(16)}:1::${n.toString(16)}`;
      if ((await takeGuess(attempts, { of: 'proj_a', address })) === undefined) taken += 1;
    }
    // Each second of the loop allows a few more, but fewer each time.
    assert.ok(taken >= allGuessAttempts.free && taken < allGuessAttempts.free + 20, String(taken));
  });

  /** Wraps the database and counts statements. */
  function counting() {
    const state = { statements: 0, atOnce: 0, mostAtOnce: 0 };
    const kysely = database.kysely.withPlugin({
      transformQuery: ({ node }) => {
        state.statements += 1;
        state.atOnce += 1;
        state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce);
        return node;
      },
      transformResult: ({ result }) => {
        state.atOnce -= 1;
        return Promise.resolve(result);
      },
    });
    return { state, attempts: new Attempts({ database: { kysely }, clock }) };
  }
  /** Simulates many more failures, so that no delay ends during a test on a busy machine. */
  const delayLonger = () =>
    database.pool.query(`UPDATE sign_in_attempts SET failures = 20 WHERE split_part(bucket, ':', 1) <> 'address'`);
  const codesOf = async (made: readonly Promise<void>[]): Promise<readonly string[]> =>
    (await Promise.allSettled(made)).map((one) =>
      one.status === 'fulfilled' ? 'taken' : String((one.reason as { code?: string }).code),
    );

  test('don’t query the database if they are refused, and one address’s attempts are counted one after another', async () => {
    const { state, attempts: counted } = counting();
    await using _held = await holdDelay(database.pool, { buckets: 'address:%', failures: addressAttempts.free });
    const attempt = () => requireAddressAttempt(counted, '198.51.100.7');
    const codes = await codesOf(Array.from({ length: 1_200 }, attempt));
    assert.equal(codes.filter((code) => code === 'taken').length, addressAttempts.free);
    assert.equal(codes.filter((code) => code === 'too_many_attempts').length, 1_200 - addressAttempts.free);
    // The first refusal has the remaining time in `Retry-After`.
    assert.deepEqual([state.statements, state.mostAtOnce], [addressAttempts.free + 2, 1]);
    await assert.rejects(attempt(), tooMany);
    const guess = { of: 'proj_a', address: '198.51.100.7' };
    for (let n = 0; n < guessAttempts.free; n += 1) assert.equal(await takeGuess(counted, guess), undefined);
    await delayLonger();
    assert.notEqual(await takeGuess(counted, guess), undefined);
    const before = state.statements;
    for (let n = 0; n < 50; n += 1) assert.notEqual(await takeGuess(counted, guess), undefined);
    assert.equal(state.statements, before);
  });

  test('at an account that refuses them cause no query, even from a thousand addresses', async () => {
    const { state, attempts: counted } = counting();
    const attempt = (n: number) => requireAttempt(counted, { email: 'ada@example.com', address: `2001:db8:${n}::1` });
    for (let n = 0; n < accountAttempts.free; n += 1) await attempt(n);
    await delayLonger();
    await assert.rejects(attempt(1_000), tooMany);
    const before = state.statements;
    for (let n = 0; n < 1_000; n += 1) await assert.rejects(attempt(n), tooMany);
    assert.equal(state.statements, before);
  });

  test('are allowed again in this process as soon as a success returns them', async () => {
    const attempt = { email: 'ada@example.com', address: '198.51.100.7' };
    for (let n = 0; n < accountAttempts.free; n += 1) await requireAttempt(attempts, attempt);
    await delayLonger();
    await assert.rejects(requireAttempt(attempts, attempt), tooMany);
    await noteSuccess(attempts, attempt);
    await requireAttempt(attempts, attempt);
  });

  test('that another process returned are available in this process at most ten seconds after a refusal', async () => {
    const attempt = { email: 'ada@example.com', address: '198.51.100.7' };
    const other = new Attempts({ database, clock });
    for (let n = 0; n < accountAttempts.free; n += 1) await requireAttempt(other, attempt);
    await delayLonger();
    const seconds = (error: unknown): number => Number((error as ApiError).headers['retry-after']);
    for (const process of [attempts, other])
      await assert.rejects(requireAttempt(process, attempt), (error) => seconds(error) > 200);
    await noteSuccess(other, attempt);
    await requireAttempt(other, attempt);
    monotonicMs += 9_999;
    await assert.rejects(requireAttempt(attempts, attempt), (error) => seconds(error) > 190);
    monotonicMs += 1;
    await requireAttempt(attempts, attempt);
  });
});
