import type { Clock } from '../../../../platform/clock/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import { isLocalAddress, type ConnectRepository } from '../../../sources/repositories/index.ts';
import { readBranch } from './branch-state.ts';
import { notePullRequest } from './pull-request-of-job.ts';
import { claimPullRequestCheck } from './store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';

/** Minimum interval between queries about one job to a code host without hooks. Only reading a job causes a query. */
const remoteMaxAgeMs = 5 * 60_000;
/** Minimum interval for the embedded code host, which has the answer in its own rows. */
const localMaxAgeMs = 2_000;
/** How long a job's reader waits for its code host. */
const patienceMs = 2_000;

export interface RefreshDeps {
  readonly database: Database<AgentJobTables>;
  readonly connectRepository: ConnectRepository;
  readonly clock: Clock;
  readonly log: Logger;
}

export type RefreshPullRequest = (job: AgentJobRow, signal: AbortSignal) => Promise<AgentJobRow>;

/**
 * Creates a function that returns the job with its pull request's current state, or with the known state if the host
 * doesn't respond in time.
 */
export function createRefreshPullRequest(deps: RefreshDeps): RefreshPullRequest {
  return async (job, signal) => {
    if (!isDue(job, deps.clock.now()) || !(await claimPullRequestCheck(deps.database.kysely, job))) return job;
    const { organization_id: organizationId, repository } = job;
    const branch = readBranch(job);
    if (branch.kind !== 'shown') return job;
    try {
      const { host } = await deps.connectRepository({ organizationId, repository });
      const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
      const found = await host.listPullRequests({ headBranch: branch.branch, signal: patience });
      const own = found.find((pull) => pull.number === branch.number);
      return (own && (await notePullRequest(deps.database, job.id, { state: own.state, by: null }))) ?? job;
    } catch (error) {
      deps.log.debug(
        { agentJobId: job.id, err: error },
        'the state of a pull request could not be read from the code host',
      );
      return job;
    }
  };
}

/**
 * Whether to query the code host. A merged pull request is final, but a closed one can be reopened. A running job
 * reports nothing before its end.
 */
export function isDue(
  job: Pick<AgentJobRow, 'status' | 'pr_state' | 'pr_checked_at' | 'repository'>,
  now: number,
): boolean {
  if (job.status === 'active' || job.pr_state === null || job.pr_state === 'merged') return false;
  const maxAge = isLocalAddress(job.repository) ? localMaxAgeMs : remoteMaxAgeMs;
  return job.pr_checked_at === null || now - job.pr_checked_at.getTime() >= maxAge;
}
