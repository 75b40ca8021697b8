import type { JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import type { JobChanges } from '../../foundation/job-changes/index.ts';
import type { AgentTicket } from './intake/create-agent-job.ts';
import { failAgentJob } from './intake/end-agent-job.ts';
import { runAgentJob, turnRetryLimit, type RunAgentDeps } from './turn/run-agent-job.ts';
import { claimAgentJob, selectActiveTurn } from './turn/store.ts';
import { countOf } from '../../../platform/words/count-of.ts';

/** @param waiting maximum number of waiting jobs per organization */
export function defineAgentQueue(engine: JobEngine, waiting?: number): JobQueue<AgentTicket> {
  return engine.defineQueue<AgentTicket>('agent-jobs', {
    ...(waiting !== undefined && { waitingOfGroup: waiting }),
    retryLimit: turnRetryLimit,
    retryDelayMs: 2_000,
    retryDelayMaxMs: 60_000,
    lostAttemptsLimit: 5,
    // A turn's engine has a separate deadline for active time; this deadline is for turns that hang elsewhere.
    expireMs: 30 * 60_000,
  });
}

export async function workOnAgentJobs(
  engine: JobEngine,
  queue: JobQueue<AgentTicket>,
  options: {
    readonly concurrency: number;
    readonly groupConcurrency: number;
    readonly deps: RunAgentDeps;
    readonly changes: JobChanges;
  },
): Promise<void> {
  const { deps, changes, ...work } = options;
  await engine.work(
    queue,
    {
      ...work,
      onDead: async (dead, reason) => {
        deps.log.error({ ...dead.data, reason, error: dead.error }, 'agent turn failed permanently');
        // Claiming takes the job away from any worker that might still have it.
        const job = await claimAgentJob(deps.database.kysely, dead.data.agentJobId, dead.data.turn);
        if (job !== undefined) await failAgentJob(deps, job, givenUp(reason, dead.attempts));
      },
    },
    async (job, signal) => {
      const stopped = new AbortController();
      const stopIfEnded = (): void => {
        selectActiveTurn(deps.database.kysely, job.data.agentJobId).then(
          (turn) => {
            if (turn !== job.data.turn) stopped.abort(new Error('the job was canceled'));
          },
          (error: unknown) => deps.log.warn({ err: error, ...job.data }, 'state of a job could not be read'),
        );
      };
      const unwatch = changes.watch(job.data.agentJobId, stopIfEnded);
      try {
        await runAgentJob(deps, { ...job.data, attempt: job.attempt }, AbortSignal.any([signal, stopped.signal]));
      } catch (error) {
        // A user canceled the job. The row records that, so the queue must not retry it.
        if (!stopped.signal.aborted) throw error;
      } finally {
        unwatch();
      }
    },
  );
}

const givenUp = (reason: 'worker-lost' | 'failed', attempts: number) =>
  reason === 'worker-lost'
    ? {
        code: 'worker_lost' as const,
        message: `${countOf(attempts, 'worker was', 'workers were')} lost while running the job.`,
        remedy: "Check the workers' logs, then send the prompt again.",
        retryable: true,
      }
    : {
        code: 'internal' as const,
        message: `The job failed ${countOf(attempts, 'time')} because of an internal error.`,
        remedy: "Search the service's log for the job's ID, then send the prompt again.",
        retryable: true,
      };
