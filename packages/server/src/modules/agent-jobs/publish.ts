import type { PublishRequest, CommitIds, Published } from './published.ts';
import { composePullRequest, jobMarker } from '@docwright/doc-agent';
import { isCodeHostError, type CodeHost, type PullRequest } from '../../platform/code-host/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { FaultPoint } from '../../platform/fault-points/index.ts';
import type { Mirror, PushResult } from '../../platform/git/index.ts';
import { LeaseLost } from '../../platform/job-engine/index.ts';
import { branchMoved } from './adopt-branch.ts';
import { AgentJobFailure } from './errors.ts';
import { holdTree } from './hold-tree.ts';
import { mergeIntoBranch } from './merge-into-branch.ts';
import { pullRequestClosed } from './prepare-follow-up.ts';
import { insertEvent, pullRequestFields, selectJobWithTree, updateActiveAgentJob } from './store.ts';
import type { AgentJobRow, AgentJobTables, PublishState } from './tables.ts';

/**
 * From a commit in our mirror to a pull request, by steps that can each be repeated:
 * P1  `tree_ready`: commit and branch are in the database before anything leaves.
 * P2  `pushed`: compare-and-swap against the last commit that we recorded; a branch that a person moved is never overwritten.
 * P3  `pr_known`: found by head branch and marker, created only if there is none; after an unknown outcome, looked for again.
 * P4  Of jobs with the same tree one publishes at a time, so that the next finds its pull request instead of making a second.
 */
export interface PublishDeps {
  readonly database: Database<AgentJobTables>;
  readonly host: CodeHost;
  readonly mirror: Mirror;
  readonly faultPoint: FaultPoint;
}

export async function publish(deps: PublishDeps, request: PublishRequest): Promise<Published> {
  const { commit, signal } = request;
  if (request.job.publish_state === 'pushed' || request.job.publish_state === 'pr_known') {
    return publishPushed(deps, request, request.job);
  }
  const ready = await recordCommit(deps, request, { job: request.job, commit });
  deps.faultPoint('agent.tree-ready');
  if (ready.pushed_sha !== null) return publishCommit(deps, request, { job: ready, commit });
  const tree = { jobId: ready.id, projectId: ready.project_id, baseBranch: ready.base_branch, tree: commit.tree };
  return holdTree(deps.database.kysely, { tree, signal }, async () => {
    const duplicate = await findDuplicate(deps, ready, signal);
    return duplicate ?? publishCommit(deps, request, { job: ready, commit });
  });
}

async function publishCommit(deps: PublishDeps, request: PublishRequest, committed: CommittedJob): Promise<Published> {
  const pushed = await pushBranch(deps, request, committed);
  return 'kind' in pushed ? pushed : publishPushed(deps, request, pushed);
}

interface CommittedJob {
  readonly job: AgentJobRow;
  readonly commit: CommitIds;
}

/** P1 */
async function recordCommit(
  deps: PublishDeps,
  { facts }: PublishRequest,
  { job, commit }: CommittedJob,
): Promise<AgentJobRow> {
  return advance(deps, job, {
    state: 'tree_ready',
    change: {
      branch: branchOf(job),
      commit_sha: commit.sha,
      tree_sha: commit.tree,
      title: composePullRequest(facts).title,
    },
    event: { type: 'commit.made', data: { commit: commit.sha } },
  });
}

/** P3, also for a second attempt that finds the branch pushed. */
async function publishPushed(deps: PublishDeps, request: PublishRequest, pushed: AgentJobRow): Promise<Published> {
  deps.faultPoint('agent.pushed');
  const { facts, signal } = request;
  const text = composePullRequest(facts);
  const branch = branchOf(pushed);
  const wish = { job: pushed, branch, text, draft: request.draft, signal };
  const pullRequest = await findOrCreatePullRequest(deps, wish);
  deps.faultPoint('agent.pull-request-answered');
  const refused = await askPeople(deps.host, pullRequest.number, request);
  await advance(deps, pushed, {
    state: 'pr_known',
    change: { pr_number: pullRequest.number, pr_link: pullRequest.url, ...pullRequestFields(pullRequest.state) },
    event: { type: 'pull_request.ready', data: { prLink: pullRequest.url, number: pullRequest.number, ...refused } },
  });
  deps.faultPoint('agent.pr-known');
  return { kind: 'published', prLink: pullRequest.url, duplicateOf: null };
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
  return open === undefined ? undefined : { kind: 'published', prLink: open.url, duplicateOf: other.id };
}

/** How often a branch that people push to at the same time is caught up with. */
const maxPushes = 3;

/** P2. The job's row after the push, or why there was none. */
async function pushBranch(
  deps: PublishDeps,
  request: PublishRequest,
  committed: CommittedJob,
): Promise<AgentJobRow | Published> {
  let { job, commit } = committed;
  const branch = branchOf(job);
  for (let pushes = 1; ; pushes++) {
    const expected = job.pushed_sha;
    const result = await deps.mirror.push({ branch, sha: commit.sha, expected, signal: request.signal });
    const actual = result.kind === 'moved' ? result.actual : null;
    if (result.kind === 'pushed' || actual === commit.sha) {
      deps.faultPoint('agent.push-answered');
      return advance(deps, job, {
        state: 'pushed',
        change: { pushed_sha: commit.sha },
        event: { type: 'branch.pushed', data: { branch, commit: commit.sha } },
      });
    }
    if (result.kind !== 'moved') throw toPushFailure(branch, result);
    if (actual === null) throw branchMoved(branch, 'and is gone');
    if (expected === null || pushes === maxPushes) throw branchMoved(branch, `and is at ${actual}`);
    const merged = await mergeIntoBranch(deps, request, { job, commit, pushed: expected, head: actual });
    if ('kind' in merged) return merged;
    ({ job, commit } = merged);
    job = await recordCommit(deps, request, { job, commit });
  }
}

function toPushFailure(
  branch: string,
  result: Extract<PushResult, { kind: 'denied' | 'unreachable' }>,
): AgentJobFailure {
  if (result.kind === 'denied') {
    return new AgentJobFailure({
      code: 'permission_denied',
      message: `The code host refused the push to ${branch}: ${result.reason}`,
      remedy: `Allow the installation's credentials to push branches that begin with docwright/.`,
      retryable: false,
    });
  }
  return new AgentJobFailure({
    code: 'repository_unreachable',
    message: 'The code host did not take the push.',
    remedy: 'Check that the code host answers, then send the prompt again.',
    retryable: true,
  });
}

interface PullRequestWish {
  readonly job: AgentJobRow;
  readonly branch: string;
  readonly text: { readonly title: string; readonly body: string };
  readonly draft: boolean;
  readonly signal: AbortSignal;
}

async function findOrCreatePullRequest(deps: PublishDeps, wish: PullRequestWish): Promise<PullRequest> {
  const existing = await findPullRequest(deps.host, wish);
  if (existing !== undefined) return refresh(deps.host, existing, wish);
  const { job, branch, text, draft, signal } = wish;
  try {
    return await deps.host.createPullRequest({
      headBranch: branch,
      baseBranch: job.base_branch,
      title: text.title,
      body: text.body,
      draft,
      signal,
    });
  } catch (error) {
    const mayExist = isCodeHostError(error, 'outcome-unknown') || isCodeHostError(error, 'pull-request-exists');
    const found = mayExist ? await findPullRequest(deps.host, wish) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

/** Labels and reviewers are wishes: whatever becomes of them, the pull request is there. */
async function askPeople(
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
    throw pullRequestClosed(existing);
  }
  if (existing.title === title && existing.body === body) return existing;
  return host.updatePullRequest(existing.number, { title, body, signal: wish.signal });
}
