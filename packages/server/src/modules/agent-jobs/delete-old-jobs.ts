import type { Queryable } from '../../platform/database/index.ts';
import { deleteJobsOlderThan } from './store.ts';
import type { AgentJobTables } from './tables.ts';

/** A job takes its events, journal, texts and turns with it: some 20 KB of rows. */
const batchSize = 500;

/** Ended jobs that nothing happened to for so many days go, a batch a transaction. Returns how many. */
export async function deleteOldJobs(db: Queryable<AgentJobTables>, days: number): Promise<number> {
  let gone = 0;
  for (;;) {
    const deleted = await deleteJobsOlderThan(db, days, batchSize);
    gone += deleted;
    if (deleted < batchSize) return gone;
  }
}
