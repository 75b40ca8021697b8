import type { AgentJobRow } from '../tables.ts';
import { advance, type PublishDeps } from './advance.ts';
import { branchOf, isPushedInTurn, readPushedBranch } from './branch-state.ts';
import { agentAuthor } from './commit-turn.ts';
import { holdTree } from './hold-tree.ts';
import { askPeople, findOrCreatePullRequest } from './pull-request.ts';
import type { Published, PublishRequest } from './published.ts';
import { pushBranch, recordCommit, type CommittedJob } from './push-branch.ts';
import { pullRequestFields, selectJobWithTree } from './store.ts';

/**
 * Publishes a commit in our mirror as a pull request, in repeatable steps:
 * P1  `tree_ready`: commit and branch are in the database before anything is sent.
 * P2  `pushed`: compare-and-swap against the last commit that we recorded; a branch that a person moved is never
 *     overwritten.
 * P3  `pr_known`: found by head branch and marker, created only if missing; looked up again after an unknown
 *     outcome.
 * P4  Jobs with the same tree publish one at a time, so that the next one finds the pull request instead of creating a
 *     second.
 */
export async function publish(deps: PublishDeps, request: PublishRequest): Promise<Published> {
  const { commit, signal } = request;
  if (isPushedInTurn(request.job)) return publishPushed(deps, request, request.job);
  const ready = await recordCommit(deps, request, { job: request.job, commit });
  deps.faultPoint('agent.tree-ready');
  if (readPushedBranch(ready) !== undefined) return publishCommit(deps, request, { job: ready, commit });
  const tree = { jobId: ready.id, projectId: ready.project_id, baseBranch: ready.base_branch, tree: commit.tree };
  return holdTree(deps.database.kysely, { tree, signal }, async () => {
    const duplicate = await findDuplicate(deps, { job: ready, commit }, signal);
    return duplicate ?? publishCommit(deps, request, { job: ready, commit });
  });
}

async function publishCommit(deps: PublishDeps, request: PublishRequest, committed: CommittedJob): Promise<Published> {
  const pushed = await pushBranch(deps, request, committed);
  return 'kind' in pushed ? pushed : publishPushed(deps, request, pushed);
}

/** Performs step P3, also in a second attempt that finds the branch already pushed. */
async function publishPushed(deps: PublishDeps, request: PublishRequest, pushed: AgentJobRow): Promise<Published> {
  deps.faultPoint('agent.pushed');
  const { facts, signal } = request;
  const branch = branchOf(pushed);
  const wanted = { job: pushed, branch, facts, draft: request.draft, signal };
  const pullRequest = await findOrCreatePullRequest(deps.host, wanted);
  deps.faultPoint('agent.pull-request-answered');
  const refused = await askPeople(deps.host, pullRequest.number, request);
  await advance(deps, pushed, {
    state: 'pr_known',
    change: { pr_number: pullRequest.number, pr_link: pullRequest.url, ...pullRequestFields(pullRequest.state) },
    event: { type: 'pull_request.ready', data: { prLink: pullRequest.url, number: pullRequest.number, ...refused } },
  });
  await deps.onPublished({
    organizationId: pushed.organization_id,
    repository: pushed.repository,
    pullRequest: pullRequest.number,
    author: agentAuthor.name,
  });
  deps.faultPoint('agent.pr-known');
  return { kind: 'published' };
}

/**
 * Finds an open pull request of another job with the same tree: a second pull request would only waste reviewers' time.
 */
async function findDuplicate(
  deps: PublishDeps,
  { job, commit: { tree } }: CommittedJob,
  signal: AbortSignal,
): Promise<Published | undefined> {
  const same = { id: job.id, projectId: job.project_id, baseBranch: job.base_branch, tree };
  const other = await selectJobWithTree(deps.database.kysely, same);
  if (other === undefined) return undefined;
  const found = await deps.host.listPullRequests({ headBranch: branchOf(other), signal });
  const open = found.find(({ state }) => state === 'open');
  return open === undefined ? undefined : { kind: 'duplicate', prLink: open.url, of: other.id };
}
