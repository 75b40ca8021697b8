import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Db, QueueOptions } from 'pg-boss';
import type { Logger } from '../log/index.ts';
import type { EngineTimes } from './settings.ts';

/** pg-boss's own schema. `store.ts` reads and writes its job table, so the version is pinned exactly. */
export const bossSchema = 'pgboss';

/**
 * pg-boss keeps the queue (states, order, groups, retention); claiming, waking, leases, and the meaning of a failure
 * are ours, because a lost worker, a failed handler, and a stopped process must count differently.
 */
export function createBoss(pool: Pool, log: Logger): PgBoss {
  const boss = new PgBoss({
    db: toBossDb(pool),
    schema: bossSchema,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 600,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue upkeep failed; it is tried again'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
  return boss;
}

/** At most one waiting or running job per key. */
export const queuePolicy = 'exclusive';

/** Settings of every queue; we decide on retries, so pg-boss's own limit is out of reach. */
export function queueDefaults(times: EngineTimes): QueueOptions {
  return {
    retryLimit: 1_000_000,
    retryDelay: 0,
    heartbeatSeconds: Math.max(10, Math.ceil(times.silentLimitMs / 1000)),
    // A job waits as long as it must: pg-boss would forget it after 14 days.
    retentionSeconds: 365 * 86_400,
    deleteAfterSeconds: 86_400,
  };
}

/** pg-boss statements on the pool, or inside one of our transactions. */
export function toBossDb(queries: Pick<Pool, 'query'>): Db {
  return { executeSql: async (text, values) => queries.query(text, values) };
}
