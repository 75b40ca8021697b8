import { isCodeHostError } from '../../../../platform/code-host/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { isGitError } from '../../../../platform/git/index.ts';
import type { ConnectRepository } from '../../../sources/repositories/index.ts';
import { agentJobActive, codeHostRefused } from '../errors.ts';
import { readBranch } from './branch-state.ts';
import { notePullRequest } from './pull-request-of-job.ts';
import type { RefreshPullRequest } from './refresh-pull-request.ts';
import { requireAgentJob, type AgentJobRequest } from '../intake/require-agent-job.ts';
import type { AgentJobTables } from '../tables.ts';

export interface CloseDeps {
  readonly database: Database<AgentJobTables>;
  readonly connectRepository: ConnectRepository;
  readonly refreshPullRequest: RefreshPullRequest;
}

/**
 * Closes the pull request of a job that has ended. A merged or closed pull request stays unchanged.
 * @throws ApiError not_found, agent_job_active, code_host_refused
 */
export async function closePullRequest(deps: CloseDeps, request: AgentJobRequest, signal: AbortSignal): Promise<void> {
  const read = await requireAgentJob(deps.database.kysely, request);
  if (read.status === 'active') throw agentJobActive(read.id);
  if (read.status === 'archived') return;
  const job = await deps.refreshPullRequest(read, signal);
  const { organization_id: organizationId, repository } = job;
  const branch = readBranch(job);
  if (branch.kind !== 'shown' || job.pr_state !== 'open') return;
  const { number } = branch;
  try {
    const { host } = await deps.connectRepository({ organizationId, repository });
    const closed = await host.updatePullRequest(number, { state: 'closed', signal });
    await notePullRequest(deps.database, job.id, { state: closed.state, by: request.author?.actor.name ?? null });
  } catch (error) {
    if (!isCodeHostError(error) && !isGitError(error)) throw error;
    throw codeHostRefused(number, error);
  }
}
