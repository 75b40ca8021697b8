import { isHead } from '../../../../platform/code-host/index.ts';
import { isGitError, type Mirror } from '../../../../platform/git/index.ts';
import type { ConnectedRepository } from '../../../sources/repositories/index.ts';

type Repository = Pick<ConnectedRepository, 'host' | 'mirror'>;

export interface PullRequestBranch {
  readonly number: number;
  readonly branch: string;
}

/**
 * Fetches a pull request's commits that the mirror lacks. Returns false if the code host no longer has them: after a
 * squash or rebase, only the branch and the host's own reference contain them.
 */
export async function fetchCommits(
  { host, mirror }: Repository,
  { number, branch }: PullRequestBranch,
  { commits, signal }: { readonly commits: readonly string[]; readonly signal: AbortSignal },
): Promise<boolean> {
  const isComplete = async (): Promise<boolean> =>
    (await Promise.all(commits.map((commit) => mirror.hasCommit(commit, { signal })))).every(Boolean);
  if (await isComplete()) return true;
  await fetchBranch(mirror, branch, signal);
  if (await isComplete()) return true;
  const ref = host.pullRequestRef?.(number);
  if (ref === undefined) return false;
  await orMissing(mirror.fetchPullRequest(ref, { signal }));
  return isComplete();
}

/** Fetches a branch and returns its head commit, or `undefined` if the code host doesn't have the branch. */
export async function fetchBranch(mirror: Mirror, branch: string, signal: AbortSignal): Promise<string | undefined> {
  const fetched = await orMissing(mirror.fetch({ branches: [branch], signal }));
  return fetched?.branches.get(branch);
}

async function orMissing<T>(fetched: Promise<T>): Promise<T | undefined> {
  return fetched.catch((error: unknown) => {
    if (isGitError(error, 'branch-not-found')) return undefined;
    throw error;
  });
}

/** Finds the complete ID of a head commit that the code host may have abbreviated. */
export async function findHead(
  { mirror }: Repository,
  { branch, commit }: { readonly branch: string; readonly commit: string },
  { reported, signal }: { readonly reported: string; readonly signal: AbortSignal },
): Promise<string | undefined> {
  if (isHead(reported, commit)) return commit;
  if (reported.length === commit.length) return reported;
  const head = await fetchBranch(mirror, branch, signal);
  return head !== undefined && isHead(reported, head) ? head : undefined;
}
