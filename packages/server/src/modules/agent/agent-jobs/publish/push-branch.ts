import type { PushResult } from '../../../../platform/git/index.ts';
import { AgentJobFailure, branchMoved } from '../errors.ts';
import type { AgentJobRow } from '../tables.ts';
import { advance, type PublishDeps } from './advance.ts';
import { branchOf, pushedFields, readPushedBranch, titleOf } from './branch-state.ts';
import { mergeIntoBranch } from './merge-into-branch.ts';
import type { CommitIds, Published, PublishRequest } from './published.ts';

export interface CommittedJob {
  readonly job: AgentJobRow;
  readonly commit: CommitIds;
}

/** Performs step P1. */
export async function recordCommit(
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
      title: titleOf(job, facts.outcome),
    },
    summary: facts.outcome.summary,
    event: { type: 'commit.made', data: { commit: commit.sha } },
  });
}

/** Maximum number of pushes if people push to the branch at the same time. */
const maxPushes = 3;

/** Performs step P2. Returns the job's row after the push, or the reason why nothing was pushed. */
export async function pushBranch(
  deps: PublishDeps,
  request: PublishRequest,
  committed: CommittedJob,
): Promise<AgentJobRow | Published> {
  let { job, commit } = committed;
  const branch = branchOf(job);
  for (let pushes = 1; ; pushes++) {
    const expected = readPushedBranch(job)?.head ?? null;
    const result = await deps.mirror.push({ branch, sha: commit.sha, expected, signal: request.signal });
    const actual = result.kind === 'moved' ? result.actual : null;
    if (result.kind === 'pushed' || actual === commit.sha) {
      deps.faultPoint('agent.push-answered');
      return advance(deps, job, {
        state: 'pushed',
        change: pushedFields(job, commit.sha),
        event: { type: 'branch.pushed', data: { branch, commit: commit.sha } },
      });
    }
    if (result.kind !== 'moved') throw toPushFailure(branch, result);
    if (actual === null) throw branchMoved(branch, 'and was deleted');
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
      remedy: `Allow the installation's credentials to push branches that start with docwright/.`,
      retryable: false,
    });
  }
  return new AgentJobFailure({
    code: 'repository_unreachable',
    message: 'The code host did not accept the push.',
    remedy: 'Check that the code host responds, then send the prompt again.',
    retryable: true,
  });
}
