import type { JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import { failExport } from './end-export.ts';
import { runExport, type RunExportDeps } from './run-export.ts';
import type { ExportTicket } from './start-export.ts';
import { countOf } from '../../../platform/words/count-of.ts';

/** @param waiting maximum number of waiting jobs per organization */
export function defineExportQueue(engine: JobEngine, waiting?: number): JobQueue<ExportTicket> {
  return engine.defineQueue<ExportTicket>('export-jobs', {
    ...(waiting !== undefined && { waitingOfGroup: waiting }),
    retryLimit: 5,
    retryDelayMs: 2_000,
    retryDelayMaxMs: 60_000,
    lostAttemptsLimit: 5,
    expireMs: 30 * 60_000,
  });
}

export async function workOnExports(
  engine: JobEngine,
  queue: JobQueue<ExportTicket>,
  options: { readonly concurrency: number; readonly groupConcurrency: number; readonly deps: RunExportDeps },
): Promise<void> {
  const { deps, ...work } = options;
  await engine.work(
    queue,
    {
      ...work,
      onDead: async (dead, reason) => {
        const lost = reason === 'worker-lost';
        await failExport(deps, {
          id: dead.data.exportJobId,
          code: lost ? 'worker_lost' : 'internal',
          message: lost
            ? `${countOf(dead.attempts, 'worker was', 'workers were')} lost while running the job.`
            : `The export failed ${countOf(dead.attempts, 'time')} because of an internal error; see the service's log for the reason.`,
        });
        deps.log.error({ exportJobId: dead.data.exportJobId, reason, error: dead.error }, 'export failed permanently');
      },
    },
    (job, signal, { outsideSlot }) => runExport(deps, { exportJobId: job.data.exportJobId, signal, outsideSlot }),
  );
}
