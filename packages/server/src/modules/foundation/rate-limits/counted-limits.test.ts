import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { systemClock, type Clock } from '../../../platform/clock/index.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { CountedLimits } from './counted-limits.ts';
import type { RateLimitTables } from './store.ts';
import type { RateLimit } from './take-use.ts';

const limit: RateLimit = { name: 'counted', limit: 20, windowSeconds: 60 };

describe('uses that are counted individually', () => {
  let database: ModuleDatabase<RateLimitTables>;
  let monotonicMs = 0;
  const clock: Clock = { ...systemClock, monotonicMs: () => monotonicMs };
  before(async () => {
    database = await openModuleDatabase<RateLimitTables>();
  });
  after(() => database.close());

  /** Wraps the database and counts connection requests. */
  function counting() {
    const state = { transactions: 0, atOnce: 0, mostAtOnce: 0 };
    const kysely = new Proxy(database.kysely, {
      get: (target, name) => {
        if (name !== 'transaction') return Reflect.get(target, name, target) as unknown;
        return () => ({
          execute: async <T>(work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]): Promise<T> => {
            state.transactions += 1;
            state.atOnce += 1;
            state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce);
            try {
              return (await target.transaction().execute(work)) as T;
            } finally {
              state.atOnce -= 1;
            }
          },
        });
      },
    });
    return { state, limits: new CountedLimits({ database: { ...database, kysely }, clock }) };
  }
  const codes = async (taken: readonly Promise<void>[]): Promise<readonly string[]> =>
    (await Promise.allSettled(taken)).map((one) =>
      one.status === 'fulfilled' ? 'taken' : String((one.reason as { code?: string }).code),
    );

  test('are exact under concurrency, use one connection, and are refused without a query after the first refusal', async () => {
    const { state, limits } = counting();
    const answers = await codes(Array.from({ length: 1_200 }, () => limits.take(limit, 'crowd')));
    assert.equal(answers.filter((answer) => answer === 'taken').length, 20);
    assert.equal(answers.filter((answer) => answer === 'rate_limited').length, 1_180);
    assert.deepEqual([state.transactions, state.mostAtOnce], [21, 1]);
    assert.throws(() => limits.requireNotRefused(limit, 'crowd'), { code: 'rate_limited' });
    assert.deepEqual(await codes([limits.take(limit, 'another')]), ['taken']);
  });

  test('are counted again when a use becomes available, at the time in the refusal', async () => {
    const { state, limits } = counting();
    await codes(Array.from({ length: 30 }, () => limits.take(limit, 'patient')));
    const seconds = await limits.take(limit, 'patient').then(
      () => assert.fail('it was not refused'),
      (error: { headers: Readonly<Record<string, string>> }) => Number(error.headers['retry-after']),
    );
    assert.ok(seconds > 50 && seconds <= 60, String(seconds));
    await database.pool.query(`delete from rate_uses where bucket = 'counted:patient'`);
    const before = state.transactions;
    await codes([limits.take(limit, 'patient')]);
    assert.equal(state.transactions, before);
    monotonicMs += seconds * 1_000;
    assert.deepEqual(await codes([limits.take(limit, 'patient')]), ['taken']);
  });
});
