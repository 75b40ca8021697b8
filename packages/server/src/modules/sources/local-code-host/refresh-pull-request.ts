import type { Queryable } from '../../../platform/database/index.ts';
import {
  type BareRepository,
  branchRef,
  findCommit,
  findForkPoint,
  pullRequestRef,
  setRef,
} from './bare-repository.ts';
import { gitDirOf, type LocalCodeHostOptions } from './context.ts';
import type { LocalRepository } from './local-code-host.ts';
import { recordPullRequestEvent, systemOf } from './record-pull-request.ts';
import {
  findRepositoryById,
  listPullRequestsOf,
  type LocalPullRequest,
  lockPullRequest,
  updatePullRequestRow,
} from './store.ts';
import type { LocalCodeHostTables } from './tables.ts';

/** Maximum number of open pull requests that are refreshed after one push. */
const MAX_REFRESHED = 200;

/**
 * Updates an open pull request from its branches, because people and the agent push without notifying the host. If its
 * commits have reached the base branch in any way, it is marked as merged.
 */
export async function refreshPullRequest(
  options: LocalCodeHostOptions,
  pull: LocalPullRequest,
): Promise<LocalPullRequest> {
  if (pull.state !== 'open') return pull;
  const bare = { git: options.git, gitDir: gitDirOf(options, pull.repositoryId) };
  const [head, base] = await Promise.all([
    findCommit(bare, branchRef(pull.headBranch)),
    findCommit(bare, branchRef(pull.baseBranch)),
  ]);
  const headSha = head ?? pull.headSha;
  const forkSha = base === undefined ? undefined : await findForkPoint(bare, [base, headSha]);
  const isMerged = forkSha === headSha;
  if (headSha === pull.headSha && (forkSha ?? pull.forkSha) === pull.forkSha && !isMerged) return pull;
  const updatedAt = new Date(options.clock.now());
  await keepCommits(bare, pull.number, headSha);
  // A merged pull request keeps its fork point, for its diff.
  const change = isMerged
    ? { state: 'merged' as const, headSha, endedBy: 'git push', endedAt: updatedAt }
    : { headSha, ...(forkSha !== undefined && { forkSha }) };
  const { kysely } = options.database;
  if (!isMerged) return (await updatePullRequestRow(kysely, pull, { ...change, updatedAt })) ?? pull;
  // Several readers can detect the merge at the same time, but only one of them writes the row and its event.
  const write = async (transaction: Queryable<LocalCodeHostTables>): Promise<LocalPullRequest> => {
    const locked = await lockPullRequest(transaction, pull);
    if (locked?.state !== 'open') return locked ?? pull;
    const repository = await findRepositoryById(transaction, pull.repositoryId);
    if (repository === undefined) return pull;
    const event = { author: systemOf(repository, 'git push'), action: 'merged', details: { headSha } };
    await recordPullRequestEvent(transaction, { repository, number: pull.number }, event);
    return (await updatePullRequestRow(transaction, pull, { ...change, updatedAt })) ?? pull;
  };
  return kysely.isTransaction ? write(kysely) : kysely.transaction().execute(write);
}

export async function keepCommits(bare: BareRepository, number: number, sha: string): Promise<void> {
  await setRef(bare, pullRequestRef(number), sha);
}

/** Refreshes pull requests after a person's push. */
export async function refreshPullRequests(options: LocalCodeHostOptions, repository: LocalRepository): Promise<void> {
  const open = await listPullRequestsOf(options.database.kysely, {
    repositoryId: repository.id,
    state: 'open',
    limit: MAX_REFRESHED,
  });
  for (const pull of open) await refreshPullRequest(options, pull);
}
