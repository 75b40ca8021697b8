import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock, type Clock } from '../../../platform/clock/index.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { LeasedLimits, type LeasedLimit } from './leased-limits.ts';
import type { RateLimitTables } from './store.ts';

const limit: LeasedLimit = { name: 'leases', limit: 50, windowSeconds: 3600, blockUnits: 7 };

describe('uses that are leased in blocks', () => {
  let database: ModuleDatabase<RateLimitTables>;
  let monotonicMs = 0;
  const clock: Clock = { ...systemClock, monotonicMs: () => monotonicMs };
  const process = () => new LeasedLimits({ database, clock });
  const countTaken = async (limits: readonly LeasedLimits[], owner: string, count: number) => {
    const asked = Array.from({ length: Math.ceil(count / limits.length) }, () =>
      limits.map((process) => process.take(limit, owner)),
    ).flat();
    return (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length;
  };
  before(async () => {
    database = await openModuleDatabase<RateLimitTables>();
  });
  after(() => database.close());

  test('are limited exactly if one process has 200 callers at once', async () => {
    assert.equal(await countTaken([process()], 'crowd', 200), limit.limit);
  });

  test('don’t exceed the limit if two processes grant them', async () => {
    assert.equal(await countTaken([process(), process()], 'two', 400), limit.limit);
  });

  test('are refused with the seconds until a retry, without database queries in the meantime', async () => {
    const limits = process();
    await countTaken([limits], 'full', limit.limit);
    await assert.rejects(limits.take(limit, 'full'), (error: { code: string; headers: Record<string, string> }) => {
      assert.equal(error.code, 'rate_limited');
      assert.match(error.headers['retry-after'] ?? '', /^36[56]\d$/);
      return true;
    });
    await sql`delete from limit_blocks where bucket = 'leases:full'`.execute(database.kysely);
    await assert.rejects(limits.take(limit, 'full'));
    monotonicMs += 3_700_000;
    await limits.take(limit, 'full');
  });

  test('are returned if a block ends before they are used', async () => {
    const limits = process();
    await limits.take(limit, 'idle');
    monotonicMs += 60_000;
    await limits.take(limit, 'idle');
    const { rows } = await sql<{ units: number }>`
      select units from limit_blocks where bucket = 'leases:idle' order by id`.execute(database.kysely);
    assert.deepEqual(
      rows.map(({ units }) => units),
      [1, 7],
    );
  });

  test('count for a window after the lease, and not afterwards', async () => {
    const limits = process();
    await countTaken([limits], 'patient', limit.limit);
    const age = (seconds: number) =>
      sql`update limit_blocks set leased_at = leased_at - make_interval(secs => ${seconds}) where bucket = 'leases:patient'`.execute(
        database.kysely,
      );
    await age(3600);
    await assert.rejects(process().take(limit, 'patient'), { code: 'rate_limited' });
    await age(60);
    await process().take(limit, 'patient');
  });
});
