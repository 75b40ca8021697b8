import {
  composePullRequest,
  draftRefusal,
  jobMarker,
  namesRisk,
  replacePart,
  type PullRequestFacts,
} from '@docwright/doc-agent';
import { isCodeHostError, type CodeHost, type PullRequest } from '../../../../platform/code-host/index.ts';
import { pullRequestClosed } from '../errors.ts';
import type { AgentJobRow } from '../tables.ts';
import type { PublishRequest } from './published.ts';

export interface PullRequestRequest {
  readonly job: AgentJobRow;
  readonly branch: string;
  readonly facts: PullRequestFacts;
  readonly draft: boolean;
  readonly signal: AbortSignal;
}

export async function findOrCreatePullRequest(host: CodeHost, request: PullRequestRequest): Promise<PullRequest> {
  const existing = await findPullRequest(host, request);
  if (existing !== undefined) return refresh(host, existing, request);
  const { job, branch, facts, draft, signal } = request;
  const { title, body } = composePullRequest(facts);
  try {
    return await host.createPullRequest({
      headBranch: branch,
      baseBranch: job.base_branch,
      title,
      body,
      draft,
      signal,
    });
  } catch (error) {
    const mayExist = isCodeHostError(error, 'outcome-unknown') || isCodeHostError(error, 'pull-request-exists');
    const found = mayExist ? await findPullRequest(host, request) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

/** Requests labels and reviewers, which are optional: the pull request exists even if they fail. */
export async function askPeople(
  host: CodeHost,
  number: number,
  { people, signal }: PublishRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const { labels, reviewers } = people;
  if (labels.length === 0 && reviewers.length === 0) return {};
  try {
    const { refusedLabels, refusedReviewers } = await host.setPeople(number, { labels, reviewers, signal });
    return { labels, reviewers, refusedLabels, refusedReviewers };
  } catch (error) {
    if (!isCodeHostError(error) || signal.aborted) throw error;
    return { refusedLabels: labels, refusedReviewers: reviewers, refusal: error.message };
  }
}

/** Searches by head branch in every state, then by the marker: a host may have renamed or recreated the branch. */
async function findPullRequest(host: CodeHost, request: PullRequestRequest): Promise<PullRequest | undefined> {
  const byHead = await host.listPullRequests({ headBranch: request.branch, signal: request.signal });
  const marker = jobMarker(request.job.id);
  return byHead.find(({ state }) => state === 'open') ?? byHead.find(({ body }) => body.includes(marker)) ?? byHead[0];
}

/**
 * Updates only our part of the body in a follow-up; people may have edited the title and the rest. A pull request that
 * a person ended accepts no more commits.
 */
async function refresh(host: CodeHost, existing: PullRequest, request: PullRequestRequest): Promise<PullRequest> {
  const { facts, signal } = request;
  if (existing.state !== 'open') {
    if (request.job.turns === 1) return existing;
    throw pullRequestClosed(existing);
  }
  const { part } = composePullRequest({ ...facts, isDraftRefused: await isDraftRefused(host, existing, request) });
  const body = replacePart(existing.body, part, facts.jobId);
  return existing.body === body ? existing : host.updatePullRequest(existing.number, { body, signal });
}

/**
 * Makes a pull request a draft again if its body doesn't name every risk, even if someone marked it as ready. Returns
 * whether the code host refused.
 */
async function isDraftRefused(
  host: CodeHost,
  { number, draft, body }: PullRequest,
  { facts, signal }: PullRequestRequest,
): Promise<boolean> {
  if (draft || facts.outcome.risks.length === 0) return false;
  const isNamed = facts.outcome.risks.every((risk) => namesRisk(body, risk));
  return isNamed ? body.includes(draftRefusal) : !(await host.makeDraft(number, signal));
}
