import type { ChangedEnvironment } from '../deployments/index.ts';
import type { JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import { reportEnvironment, type ReportDeps } from './report-environment.ts';
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
      // The next poll of the code host finds the missed changes.
      onDead: async (dead) =>
        deps.log.warn({ ...dead.data, error: dead.error }, 'a pull request could not be processed'),
    },
    (job) => followPullRequest(deps, job.data),
  );
}

export function defineReportQueue(engine: JobEngine): JobQueue<ChangedEnvironment> {
  return engine.defineQueue<ChangedEnvironment>('pull-request-reports', {
    // The code host may be unavailable for some time.
    retryLimit: 10,
    retryDelayMs: 1_000,
    retryDelayMaxMs: 300_000,
    lostAttemptsLimit: 5,
    expireMs: 120_000,
  });
}

/** Processes reports, one at a time per environment, so that the last report is the current one. */
export async function workOnReports(
  queue: JobQueue<ChangedEnvironment>,
  options: { readonly concurrency: number; readonly deps: ReportDeps },
): Promise<void> {
  const { deps, concurrency } = options;
  await deps.engine.work(
    queue,
    {
      concurrency,
      groupConcurrency: 1,
      onDead: async (dead) => deps.log.warn({ ...dead.data, error: dead.error }, 'the code host could not be updated'),
    },
    (job) => reportEnvironment(deps, job.data),
  );
}
