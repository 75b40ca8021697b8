import type { JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import { handleEvent, type HandleDeps } from './handle-event.ts';
import type { EventTicket } from './receive-event.ts';
import { endHostEvent } from './store.ts';

const retryLimit = 12;

export function defineCodeHostEventQueue(engine: JobEngine): JobQueue<EventTicket> {
  return engine.defineQueue<EventTicket>('code-host-events', {
    // The code host may be unavailable for a while.
    retryLimit,
    retryDelayMs: 2_000,
    retryDelayMaxMs: 600_000,
    lostAttemptsLimit: 5,
    expireMs: 120_000,
  });
}

export async function workOnCodeHostEvents(
  engine: JobEngine,
  queue: JobQueue<EventTicket>,
  options: { readonly concurrency: number; readonly deps: HandleDeps },
): Promise<void> {
  const { concurrency, deps } = options;
  await engine.work(
    queue,
    {
      concurrency,
      onDead: async ({ data, error }, reason) => {
        deps.log.error({ ...data, reason, error }, 'event of a code host failed permanently');
        const end = { outcome: 'ignored', reason: `it could not be processed: ${error}`, agentJobId: null } as const;
        await endHostEvent(deps.database.kysely, data.eventId, end);
      },
    },
    (job) => handleEvent(deps, { ...job.data, isLastAttempt: job.attempt > retryLimit }),
  );
}
