import type { JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import { describeLastFailure, internalFailure } from '../../sources/repositories/index.ts';
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
        await giveUp(deps, data, internalFailure);
      },
    },
    async ({ data, attempt }, signal) => {
      try {
        await handleEvent(deps, { ...data, isLastAttempt: attempt > retryLimit });
      } catch (error) {
        const failure = describeLastFailure(error, { attempt, retryLimit, signal });
        if (failure === undefined) throw error;
        deps.log.error({ ...data, err: error }, 'event of a code host failed permanently');
        await giveUp(deps, data, failure);
      }
    },
  );
}

/** @param failure the end of a sentence */
async function giveUp({ database }: HandleDeps, { eventId }: EventTicket, failure: string): Promise<void> {
  const end = { outcome: 'ignored', reason: `it could not be processed${failure}`, agentJobId: null } as const;
  await endHostEvent(database.kysely, eventId, end);
}
