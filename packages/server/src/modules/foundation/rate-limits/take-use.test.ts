import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { ApiError } from '../../../platform/http/index.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { deleteOldUses, type RateLimitTables } from './store.ts';
import { takeUse, type RateLimit } from './take-use.ts';

const limit: RateLimit = { name: 'tests', limit: 10, windowSeconds: 3600 };

describe('a use of a limit', () => {
  let database: ModuleDatabase<RateLimitTables>;
  before(async () => {
    database = await openModuleDatabase<RateLimitTables>();
  });
  after(() => database.close());
  const take = (owner: string) => database.kysely.transaction().execute((tx) => takeUse(tx, limit, owner));

  test('is granted exactly as often as the limit allows if 30 callers request it at once', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 30 }, () => take('crowd')));
    assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, limit.limit);
  });

  test('reports the remaining uses, and at the limit the seconds until the next use', async () => {
    assert.deepEqual(await take('lone'), {
      'ratelimit-policy': '"tests";q=10;w=3600',
      ratelimit: '"tests";r=9;t=3600',
    });
    for (let used = 1; used < limit.limit; used += 1) await take('lone');
    await assert.rejects(take('lone'), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'rate_limited');
      assert.match(error.message, /Try again in 3(600|59\d) s/);
      return true;
    });
  });

  test('is available again after an hour, and not before', async () => {
    for (let used = 0; used < limit.limit; used += 1) await take('patient');
    const age = (seconds: number) =>
      sql`update rate_uses set used_at = used_at - make_interval(secs => ${seconds}) where bucket = 'tests:patient'`.execute(
        database.kysely,
      );
    await age(3500);
    await assert.rejects(take('patient'));
    await age(100);
    assert.match((await take('patient'))['ratelimit'] ?? '', /r=9/);
  });

  test('does not count if its transaction is rolled back', async () => {
    const refused = database.kysely.transaction().execute(async (tx) => {
      await takeUse(tx, limit, 'undone');
      throw new Error('the request was refused');
    });
    await assert.rejects(refused, /refused/);
    assert.match((await take('undone'))['ratelimit'] ?? '', /r=9/);
  });

  test('counts only for its owner', async () => {
    for (let used = 0; used < limit.limit; used += 1) await take('greedy');
    assert.match((await take('modest'))['ratelimit'] ?? '', /r=9/);
  });

  test('is deleted after 30 days, even in a bucket that is no longer used', async () => {
    for (const [owner, days] of [
      ['gone', 31],
      ['recent', 29],
    ] as const) {
      await take(owner);
      await sql`update rate_uses set used_at = now() - make_interval(days => ${days}) where bucket = ${`tests:${owner}`}`.execute(
        database.kysely,
      );
    }
    await deleteOldUses(database.kysely);
    const left = await database.kysely.selectFrom('rate_uses').select('bucket').distinct().execute();
    assert.deepEqual(
      left.map(({ bucket }) => bucket).filter((bucket) => /gone|recent/.test(bucket)),
      ['tests:recent'],
    );
  });
});
