import type { JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import { deliver, failAbandonedAttempt, type DeliverDeps } from './deliver.ts';
import type { DeliveryTicket } from './enqueue-delivery.ts';

export function defineWebhookQueue(engine: JobEngine): JobQueue<DeliveryTicket> {
  return engine.defineQueue<DeliveryTicket>('webhook-deliveries', {
    // A receiver's refusal doesn't fail the job: these retries are for an unavailable database.
    retryLimit: 10,
    retryDelayMs: 2_000,
    retryDelayMaxMs: 60_000,
    lostAttemptsLimit: 10,
    expireMs: 60_000,
  });
}

/** Maximum concurrent requests to one endpoint, so that a slow endpoint doesn't delay the events of others. */
const endpointConcurrency = 4;

export async function workOnWebhooks(
  engine: JobEngine,
  queue: JobQueue<DeliveryTicket>,
  options: { readonly concurrency: number; readonly deps: DeliverDeps },
): Promise<void> {
  const { concurrency, deps } = options;
  await engine.work(
    queue,
    {
      concurrency,
      groupConcurrency: endpointConcurrency,
      onDead: async ({ data, error }, reason) => {
        deps.log.error({ ...data, reason, error }, 'webhook attempt failed permanently');
        await failAbandonedAttempt(deps, data);
      },
    },
    (job, signal) => deliver(deps, job.data, signal),
  );
}
