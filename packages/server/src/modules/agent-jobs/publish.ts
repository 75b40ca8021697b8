import { composePullRequest, jobMarker, type PullRequestFacts } from '@docwright/doc-agent';
import { isCodeHostError, type CodeHost, type PullRequest } from '../../platform/code-host/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { FaultPoint } from '../../platform/fault-points/index.ts';
import type { Mirror } from '../../platform/git/index.ts';
import { AgentJobFailure, LeaseLost } from './errors.ts';
import { insertEvent, selectJobWithTree, updateActiveAgentJob } from './store.ts';
import type { AgentJobRow, AgentJobTables, PublishState } from './tables.ts';

/**
 * From a commit in our mirror to a pull request, by steps that can each be repeated:
 * P1  `tree_ready`: commit and branch are in the database before anything leaves.
 * P2  `pushed`: compare-and-swap against the last commit that we recorded; a branch that a person moved is never overwritten.
 * P3  `pr_known`: found by head branch and marker, created only if there is none; after an unknown outcome, looked for again.
 */
export interface PublishDeps {
  readonly database: Database<AgentJobTables>;
  readonly host: CodeHost;
  readonly mirror: Mirror;
  readonly faultPoint: FaultPoint;
}

export interface PublishRequest {
  readonly job: AgentJobRow;
  readonly commit: { readonly sha: string; readonly tree: string };
  readonly facts: PullRequestFacts;
  readonly signal: AbortSignal;
}

export interface Published {
  readonly prLink: string;
  readonly duplicateOf: string | null;
}

export async function publish(deps: PublishDeps, request: PublishRequest): Promise<Published> {
  const { commit, facts, signal } = request;
  const text = composePullRequest(facts);
  const branch = branchOf(request.job);
  if (request.job.publish_state === 'pushed' || request.job.publish_state === 'pr_known') {
    return publishPushed(deps, request, request.job);
  }
  const ready = await advance(deps, request.job, {
    state: 'tree_ready',
    change: { branch, commit_sha: commit.sha, tree_sha: commit.tree, title: text.title },
    event: { type: 'commit.made', data: { commit: commit.sha } },
  });
  deps.faultPoint('agent.tree-ready');
  const duplicate = ready.pushed_sha === null ? await findDuplicate(deps, ready, signal) : undefined;
  if (duplicate !== undefined) return duplicate;
  await pushBranch(deps, { ready, branch, sha: commit.sha, signal });
  deps.faultPoint('agent.push-answered');
  const pushed = await advance(deps, ready, {
    state: 'pushed',
    change: { pushed_sha: commit.sha },
    event: { type: 'branch.pushed', data: { branch, commit: commit.sha } },
  });
  return publishPushed(deps, request, pushed);
}

/** P3, also for a second attempt that finds the branch pushed. */
async function publishPushed(deps: PublishDeps, request: PublishRequest, pushed: AgentJobRow): Promise<Published> {
  deps.faultPoint('agent.pushed');
  const { facts, signal } = request;
  const text = composePullRequest(facts);
  const branch = branchOf(pushed);
  const pullRequest = await findOrCreatePullRequest(deps, { job: pushed, branch, text, signal });
  deps.faultPoint('agent.pull-request-answered');
  await advance(deps, pushed, {
    state: 'pr_known',
    change: { pr_number: pullRequest.number, pr_link: pullRequest.url },
    event: { type: 'pull_request.ready', data: { prLink: pullRequest.url, number: pullRequest.number } },
  });
  deps.faultPoint('agent.pr-known');
  return { prLink: pullRequest.url, duplicateOf: null };
}

/** Derived from the job alone: a second attempt finds the same branch. */
export const branchOf = (job: Pick<AgentJobRow, 'id'>): string => `docwright/${job.id}`;

interface Step {
  readonly state: PublishState;
  readonly change: Parameters<typeof updateActiveAgentJob>[2];
  readonly event: {
    readonly type: 'commit.made' | 'branch.pushed' | 'pull_request.ready';
    readonly data: Record<string, unknown>;
  };
}

async function advance(deps: PublishDeps, job: AgentJobRow, step: Step): Promise<AgentJobRow> {
  return deps.database.kysely.transaction().execute(async (tx) => {
    const row = await updateActiveAgentJob(tx, job, { publish_state: step.state, ...step.change });
    if (row === undefined) throw new LeaseLost();
    await insertEvent(tx, job.id, step.event);
    return row;
  });
}

/** An open pull request of another job with this very tree: a second one would only cost its reader time. */
async function findDuplicate(deps: PublishDeps, job: AgentJobRow, signal: AbortSignal): Promise<Published | undefined> {
  if (job.tree_sha === null) return undefined;
  const other = await selectJobWithTree(deps.database.kysely, {
    id: job.id,
    projectId: job.project_id,
    tree: job.tree_sha,
  });
  if (other === undefined || other.branch === null || other.base_branch !== job.base_branch) return undefined;
  const found = await deps.host.listPullRequests({ headBranch: other.branch, signal });
  const open = found.find(({ state }) => state === 'open');
  return open === undefined ? undefined : { prLink: open.url, duplicateOf: other.id };
}

async function pushBranch(
  deps: PublishDeps,
  given: { readonly ready: AgentJobRow; readonly branch: string; readonly sha: string; readonly signal: AbortSignal },
): Promise<void> {
  const { ready, branch, sha, signal } = given;
  const result = await deps.mirror.push({ branch, sha, expected: ready.pushed_sha, signal });
  switch (result.kind) {
    case 'pushed':
      return;
    case 'moved':
      if (result.actual === sha) return;
      throw new AgentJobFailure({
        code: 'branch_moved',
        message: `The branch ${branch} was changed by somebody else${result.actual === null ? ' and is gone' : ` and is at ${result.actual}`}; it was left as it is.`,
        remedy: 'Create a new job; it will make its own branch.',
        retryable: false,
      });
    case 'denied':
      throw new AgentJobFailure({
        code: 'permission_denied',
        message: `The code host refused the push to ${branch}: ${result.reason}`,
        remedy: `Allow the installation's credentials to push branches that begin with docwright/.`,
        retryable: false,
      });
    case 'unreachable':
      throw new AgentJobFailure({
        code: 'repository_unreachable',
        message: 'The code host did not take the push.',
        remedy: 'Check that the code host answers, then send the prompt again.',
        retryable: true,
      });
  }
}

interface PullRequestWish {
  readonly job: AgentJobRow;
  readonly branch: string;
  readonly text: { readonly title: string; readonly body: string };
  readonly signal: AbortSignal;
}

async function findOrCreatePullRequest(deps: PublishDeps, wish: PullRequestWish): Promise<PullRequest> {
  const existing = await findPullRequest(deps.host, wish);
  if (existing !== undefined) return refresh(deps.host, existing, wish);
  const { job, branch, text, signal } = wish;
  try {
    return await deps.host.createPullRequest({
      headBranch: branch,
      baseBranch: job.base_branch,
      title: text.title,
      body: text.body,
      draft: job.as_draft,
      signal,
    });
  } catch (error) {
    const mayExist = isCodeHostError(error, 'outcome-unknown') || isCodeHostError(error, 'pull-request-exists');
    const found = mayExist ? await findPullRequest(deps.host, wish) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

/** By head branch in every state, then by the marker: a host may have renamed or recreated the branch. */
async function findPullRequest(host: CodeHost, wish: PullRequestWish): Promise<PullRequest | undefined> {
  const byHead = await host.listPullRequests({ headBranch: wish.branch, signal: wish.signal });
  const marker = jobMarker(wish.job.id);
  return byHead.find(({ state }) => state === 'open') ?? byHead.find(({ body }) => body.includes(marker)) ?? byHead[0];
}

/** A follow-up changed what there is to say; a pull request that a person ended takes no more commits. */
async function refresh(host: CodeHost, existing: PullRequest, wish: PullRequestWish): Promise<PullRequest> {
  const { title, body } = wish.text;
  if (existing.state !== 'open') {
    if (wish.job.turns === 1) return existing;
    throw new AgentJobFailure({
      code: 'pull_request_closed',
      message: `The pull request ${existing.url} is ${existing.state}; a follow-up has nowhere to go.`,
      remedy: 'Create a new job.',
      retryable: false,
    });
  }
  if (existing.title === title && existing.body === body) return existing;
  return host.updatePullRequest(existing.number, { title, body, signal: wish.signal });
}
