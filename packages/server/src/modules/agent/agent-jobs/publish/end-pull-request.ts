import type { Transaction } from 'kysely';
import { isCodeHostError, type CodeHostErrorCode } from '../../../../platform/code-host/index.ts';
import { ApiError } from '../../../../platform/http/index.ts';
import { agentJobActive, pullRequestEnded } from '../errors.ts';
import type { AgentJobRequest } from '../intake/require-agent-job.ts';
import { recordJobEvent } from '../intake/record-job-event.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { atCodeHost, requireOwnPullRequest, type OwnPullRequest, type PullRequestDeps } from './own-pull-request.ts';
import { notePullRequest } from './pull-request-of-job.ts';
import { claimMergeRecord, replaceMergeRequest } from './store.ts';

export interface EndDeps extends PullRequestDeps {
  /** Called after a merge, for code hosts that report a moved base branch late or not at all. */
  readonly onMerged: (job: AgentJobRow, by: string) => Promise<void>;
}

type EndRequest = Required<AgentJobRequest>;

/**
 * Merges the pull request at the reviewed head. Succeeds if it is already merged at that head. The merge is recorded
 * once, even if the code host reports it later, or if its response was lost and the request is repeated. Errors:
 * not_found, no_pull_request, agent_job_active, pull_request_moved, pull_request_ended, pull_request_conflict,
 * pull_request_blocked, code_host_refused.
 */
export async function mergePullRequest(
  deps: EndDeps,
  request: EndRequest & { readonly headCommit: string },
  signal: AbortSignal,
  /** Called when the code host has responded. */
  onAnswer: () => void = () => undefined,
): Promise<AgentJobRow> {
  const own = await requireIdle(deps, request);
  const { author, headCommit } = request;
  const by = author.actor.name;
  const { kysely } = deps.database;
  const { id } = own.job;
  const lost = await replaceMergeRequest(kysely, id, { author, headCommit });
  const { wasMerged } = await atCodeHost(deps, own, {
    what: 'merged',
    ask: (host) => host.mergePullRequest(own.number, { expectedHead: headCommit, by, signal }),
  }).catch(async (error: unknown) => {
    if (isRefusal(error)) await replaceMergeRequest(kysely, id, null);
    throw error;
  });
  onAnswer();
  // The response to an earlier request didn't arrive. Someone else could have merged it on the code host, but only
  // after the service had requested the merge.
  const earlier = wasMerged && lost?.headCommit === headCommit ? lost.author : undefined;
  const merger = wasMerged ? earlier : author;
  let isFirst = false;
  const record = async (tx: Transaction<AgentJobTables>): Promise<void> => {
    if (merger === undefined) return void (await replaceMergeRequest(tx, id, null));
    isFirst = await claimMergeRecord(tx, id);
    if (!isFirst) return;
    const details = { number: own.number, headCommit, ...(earlier !== undefined && { answerLost: true }) };
    await recordJobEvent(tx, { ...request, author: merger }, 'agent_job.pull_request_merged', details);
  };
  const noted = await notePullRequest(deps.database, id, { state: 'merged', by: merger?.actor.name ?? null }, record);
  const job = noted ?? { ...own.job, pr_state: 'merged' as const };
  if (isFirst && merger !== undefined) await deps.onMerged(job, merger.actor.name);
  return job;
}

/** Whether the code host certainly did not merge. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  !(isCodeHostError(error.cause) && (error.cause.retryable || unknownOutcomes.has(error.cause.code)));

const unknownOutcomes: ReadonlySet<CodeHostErrorCode> = new Set(['outcome-unknown', 'cancelled']);

/**
 * Closes the pull request without merging it. Succeeds if it is already closed. Errors: not_found, no_pull_request,
 * agent_job_active, pull_request_ended, code_host_refused.
 */
export async function closeOwnPullRequest(
  deps: EndDeps,
  request: EndRequest,
  signal: AbortSignal,
): Promise<AgentJobRow> {
  const own = await requireIdle(deps, request);
  const { number } = own;
  const isOurs = await atCodeHost(deps, own, {
    what: 'closed',
    ask: async (host) => {
      const { state } = await host.getPullRequest(number, signal);
      if (state === 'merged') throw pullRequestEnded(number, state);
      if (state === 'open') await host.updatePullRequest(number, { state: 'closed', signal });
      return state === 'open';
    },
  });
  const record = (tx: Transaction<AgentJobTables>) =>
    recordJobEvent(tx, request, 'agent_job.pull_request_closed', { number });
  const by = isOurs ? request.author.actor.name : null;
  const noted = await notePullRequest(deps.database, own.job.id, { state: 'closed', by }, isOurs ? record : undefined);
  return noted ?? { ...own.job, pr_state: 'closed' };
}

async function requireIdle(deps: EndDeps, request: EndRequest): Promise<OwnPullRequest> {
  const own = await requireOwnPullRequest(deps, request);
  if (own.job.status === 'active') throw agentJobActive(own.job.id);
  return own;
}
