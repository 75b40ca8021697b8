import type { Database } from '../platform/database/index.ts';
import { hangLimitMs } from '../../../../scripts/hang-limit.ts';

/**
 * Waits until a statement in this database waits for another transaction's lock, so that the two are certain to
 * conflict.
 */
export async function waitForLockWaiter({ pool }: Pick<Database<unknown>, 'pool'>): Promise<void> {
  const deadline = performance.now() + hangLimitMs;
  while (performance.now() < deadline) {
    const { rows } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
  throw new Error('no statement is waiting for a lock');
}
