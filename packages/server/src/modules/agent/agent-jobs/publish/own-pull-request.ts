import { isCodeHostError, type CodeHost, type CodeHostErrorCode } from '../../../../platform/code-host/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { isGitError } from '../../../../platform/git/index.ts';
import { ApiError } from '../../../../platform/http/index.ts';
import type { ConnectRepository } from '../../../sources/repositories/index.ts';
import { noPullRequest } from '../errors.ts';
import { requireAgentJob, type AgentJobRequest } from '../intake/require-agent-job.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { readBranch } from './branch-state.ts';

export interface PullRequestDeps {
  readonly database: Database<AgentJobTables>;
  readonly connectRepository: ConnectRepository;
}

export interface OwnPullRequest {
  readonly job: AgentJobRow;
  readonly number: number;
  readonly url: string;
}

/** Returns the pull request that the job itself opened, in any state. Errors: not_found, no_pull_request. */
export async function requireOwnPullRequest(
  { database }: Pick<PullRequestDeps, 'database'>,
  request: AgentJobRequest,
): Promise<OwnPullRequest> {
  const job = await requireAgentJob(database.kysely, request);
  const branch = readBranch(job);
  if (branch.kind !== 'shown') throw noPullRequest(job.id, job.duplicate_of);
  return { job, number: branch.number, url: branch.link };
}

/**
 * Calls the code host for a pull request, and converts its refusal to one of our errors: pull_request_moved,
 * pull_request_ended, pull_request_conflict, pull_request_blocked, code_host_refused.
 * @param what the end of "The pull request 7 could not be …"
 */
export async function atCodeHost<T>(
  { connectRepository }: Pick<PullRequestDeps, 'connectRepository'>,
  { job, number }: OwnPullRequest,
  { what, ask }: { readonly what: string; readonly ask: (host: CodeHost) => Promise<T> },
): Promise<T> {
  const { organization_id: organizationId, repository } = job;
  try {
    const { host } = await connectRepository({ organizationId, repository });
    return await ask(host);
  } catch (cause) {
    if (!isCodeHostError(cause) && !isGitError(cause)) throw cause;
    const refuse = isCodeHostError(cause) ? refusals[cause.code] : undefined;
    throw (refuse ?? refused)(`The pull request #${number} could not be ${what}: ${cause.message}`, { cause });
  }
}

type Refuse = (message: string, options: { readonly cause: unknown }) => ApiError;

const refused: Refuse = (message, options) => new ApiError('code_host_refused', message, options);
const blocked: Refuse = (message, options) => new ApiError('pull_request_blocked', message, options);

const refusals: Readonly<Partial<Record<CodeHostErrorCode, Refuse>>> = {
  'head-moved': (message, options) => new ApiError('pull_request_moved', message, options),
  'pull-request-not-open': (message, options) => new ApiError('pull_request_ended', message, options),
  'merge-conflict': (message, options) => new ApiError('pull_request_conflict', message, options),
  'checks-required': blocked,
  'merge-blocked': blocked,
};
