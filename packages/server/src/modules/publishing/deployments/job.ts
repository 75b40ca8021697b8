import type { JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import { endDeployment } from './end-deployment.ts';
import type { DeploymentTicket } from './request-deployment.ts';
import { runDeployment, type RunDeploymentDeps } from './run-deployment.ts';
import { countOf } from '../../../platform/words/count-of.ts';

/** @param waiting maximum number of waiting deployments per organization */
export function defineDeploymentQueue(engine: JobEngine, waiting?: number): JobQueue<DeploymentTicket> {
  return engine.defineQueue<DeploymentTicket>('deployments', {
    ...(waiting !== undefined && { waitingOfGroup: waiting }),
    retryLimit: 5,
    retryDelayMs: 1_000,
    retryDelayMaxMs: 60_000,
    lostAttemptsLimit: 5,
    expireMs: 30 * 60_000,
  });
}

export async function workOnDeployments(
  engine: JobEngine,
  queue: JobQueue<DeploymentTicket>,
  options: { readonly concurrency: number; readonly groupConcurrency: number; readonly deps: RunDeploymentDeps },
): Promise<void> {
  const { deps, ...work } = options;
  await engine.work(
    queue,
    {
      ...work,
      onDead: async (dead, reason) => {
        const lost = reason === 'worker-lost';
        await endDeployment(deps, {
          id: dead.data.deploymentId,
          status: 'failure',
          errorCode: lost ? 'worker_lost' : 'internal',
          summary: lost
            ? `${countOf(dead.attempts, 'worker was', 'workers were')} lost while running the deployment.`
            : `The deployment failed ${countOf(dead.attempts, 'time')} because of an internal error; see the service's log for the reason.`,
        });
        deps.log.error({ ...dead.data, reason, error: dead.error }, 'deployment failed permanently');
      },
    },
    (job, signal, { outsideSlot }) => runDeployment(deps, { deploymentId: job.data.deploymentId, signal, outsideSlot }),
  );
}
