import type { Transaction } from 'kysely';
import type { PullRequestState } from '@docwright/contract';
import { agentJobActive, pullRequestEnded } from '../errors.ts';
import type { AgentJobRequest } from '../intake/require-agent-job.ts';
import { recordJobEvent } from '../intake/record-job-event.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { atCodeHost, requireOwnPullRequest, type OwnPullRequest, type PullRequestDeps } from './own-pull-request.ts';
import { notePullRequest } from './pull-request-of-job.ts';

export interface EndDeps extends PullRequestDeps {
  /** Called after a merge, for code hosts that report a moved base branch late or not at all. */
  readonly onMerged: (job: AgentJobRow, by: string) => Promise<void>;
}

type EndRequest = Required<AgentJobRequest>;

/**
 * Merges the pull request at the reviewed head. Succeeds if it is already merged at that head. The merge is recorded
 * once, even if the code host reports it later. Errors: not_found, no_pull_request, agent_job_active,
 * pull_request_moved, pull_request_ended, pull_request_conflict, pull_request_blocked, code_host_refused.
 */
export async function mergePullRequest(
  deps: EndDeps,
  request: EndRequest & { readonly headCommit: string },
  signal: AbortSignal,
): Promise<AgentJobRow> {
  const own = await requireIdle(deps, request);
  const by = request.author.actor.name;
  const { wasMerged } = await atCodeHost(deps, own, {
    what: 'merged',
    ask: (host) => host.mergePullRequest(own.number, { expectedHead: request.headCommit, by, signal }),
  });
  const { headCommit } = request;
  const job = await note(deps, own, { request, state: 'merged', isOurs: !wasMerged, details: { headCommit } });
  if (!wasMerged) await deps.onMerged(job, by);
  return job;
}

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
  return note(deps, own, { request, state: 'closed', isOurs });
}

async function requireIdle(deps: EndDeps, request: EndRequest): Promise<OwnPullRequest> {
  const own = await requireOwnPullRequest(deps, request);
  if (own.job.status === 'active') throw agentJobActive(own.job.id);
  return own;
}

interface End {
  readonly request: EndRequest;
  readonly state: Exclude<PullRequestState, 'open'>;
  /** Whether this request ended the pull request, rather than an earlier one. */
  readonly isOurs: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}

async function note(
  { database }: EndDeps,
  { job, number }: OwnPullRequest,
  { request, state, isOurs, details }: End,
): Promise<AgentJobRow> {
  const record = (tx: Transaction<AgentJobTables>) =>
    recordJobEvent(tx, request, `agent_job.pull_request_${state}`, { number, ...details });
  const by = isOurs ? request.author.actor.name : null;
  const noted = await notePullRequest(database, job.id, { state, by }, isOurs ? record : undefined);
  return noted ?? { ...job, pr_state: state };
}
