import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Db, QueueOptions } from 'pg-boss';
import type { Logger } from '../log/index.ts';
import type { EngineTimes } from './settings.ts';

/** The schema of pg-boss. `store.ts` reads and writes its job table, so the version of pg-boss is pinned exactly. */
export const bossSchema = 'pgboss';

/**
 * Creates pg-boss, which manages the queue (states, order, groups, retention). This module claims jobs, notifies
 * workers, manages leases and evaluates failures, because it must count lost workers, failed handlers and stopped
 * processes separately.
 */
export function createBoss(pool: Pool, log: Logger): PgBoss {
  const boss = new PgBoss({
    db: toBossDb(pool),
    schema: bossSchema,
    schedule: false,
    // The engine supervises the queues itself, in processes that claim jobs.
    supervise: false,
    // A queue that another worker has supervised within this time is skipped.
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 600,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue upkeep failed; retrying'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
  return boss;
}

/** The policy that allows one waiting or running job per key. */
export const queuePolicy = 'exclusive';

/** Settings for all queues. This module decides on retries, so pg-boss's retry limit is set too high to be reached. */
export function queueDefaults(times: EngineTimes): QueueOptions {
  return {
    retryLimit: 1_000_000,
    retryDelay: 0,
    heartbeatSeconds: Math.max(10, Math.ceil(times.silentLimitMs / 1000)),
    // Jobs can wait for any length of time. By default, pg-boss would delete them after 14 days.
    retentionSeconds: 365 * 86_400,
    deleteAfterSeconds: 86_400,
  };
}

/** Runs pg-boss's statements on the pool, or in a caller's transaction. */
export function toBossDb(queries: Pick<Pool, 'query'>): Db {
  return { executeSql: async (text, values) => queries.query(text, values) };
}
