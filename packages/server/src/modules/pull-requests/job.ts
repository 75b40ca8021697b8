import type { JobEngine, JobQueue } from '../../platform/job-engine/index.ts';
import { followPullRequest, type PullRequestDeps, type PullRequestHint } from './sync-pull-request.ts';

export function definePullRequestQueue(engine: JobEngine): JobQueue<PullRequestHint> {
  return engine.defineQueue<PullRequestHint>('pull-request-hints', {
    retryLimit: 8,
    retryDelayMs: 1_000,
    retryDelayMaxMs: 60_000,
    lostAttemptsLimit: 5,
    expireMs: 60_000,
  });
}

export async function workOnPullRequests(
  queue: JobQueue<PullRequestHint>,
  options: { readonly concurrency: number; readonly deps: PullRequestDeps },
): Promise<void> {
  const { deps, concurrency } = options;
  await deps.engine.work(
    queue,
    {
      concurrency,
      // The next look at the code host finds what this one missed.
      onDead: async (dead) => deps.log.warn({ ...dead.data, error: dead.error }, 'a pull request was not looked at'),
    },
    (job) => followPullRequest(deps, job.data),
  );
}
