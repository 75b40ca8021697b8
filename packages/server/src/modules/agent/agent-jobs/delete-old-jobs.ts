import type { Queryable } from '../../../platform/database/index.ts';
import { deleteJobsOlderThan } from './store.ts';
import type { AgentJobTables } from './tables.ts';

/** Number of jobs per batch. Deleting a job also deletes its events, journal, file changes and turns: about 20 KB. */
const batchSize = 500;

/** Deletes ended jobs without activity for this many days, one batch per transaction. Returns their number. */
export async function deleteOldJobs(db: Queryable<AgentJobTables>, days: number): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await deleteJobsOlderThan(db, days, batchSize);
    total += deleted;
    if (deleted < batchSize) return total;
  }
}
