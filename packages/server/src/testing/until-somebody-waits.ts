import type { Database } from '../platform/database/index.ts';

/** Resolves when a statement in this database waits for the lock of another transaction. */
export async function untilSomebodyWaits({ pool }: Pick<Database<unknown>, 'pool'>): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}
