import type { Clock } from '../../../platform/clock/index.ts';
import { isGitError, type Mirror } from '../../../platform/git/index.ts';

/** The newest commits on branches, which editors request often. */
export interface BranchHeads {
  /**
   * The branch's commit, which the mirror then contains; `undefined` if the branch doesn't exist. A commit that was
   * read a few seconds ago is returned again, unless `isExact`.
   * @throws GitError
   */
  read(mirror: Mirror, branch: string, options?: { readonly isExact?: boolean }): Promise<string | undefined>;
  /** Makes the next read exact. */
  forget(mirror: Mirror, branch: string): void;
}

/** Editors that poll see other people's commits after this time at the latest. */
const maxAgeMs = 5_000;
const maxKept = 2_000;

export function createBranchHeads(clock: Clock): BranchHeads {
  const kept = new Map<string, { readonly head: Promise<string | undefined>; readonly at: number }>();
  const keyOf = (mirror: Mirror, branch: string): string => `${mirror.remote.id} ${branch}`;
  return {
    read: (mirror, branch, { isExact = false } = {}) => {
      const key = keyOf(mirror, branch);
      const now = clock.monotonicMs();
      const known = kept.get(key);
      if (known !== undefined && !isExact && now - known.at < maxAgeMs) return known.head;
      const head = readHead(mirror, branch);
      kept.delete(key);
      kept.set(key, { head, at: now });
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      head.catch(() => kept.delete(key));
      return head;
    },
    forget: (mirror, branch) => void kept.delete(keyOf(mirror, branch)),
  };
}

async function readHead(mirror: Mirror, branch: string): Promise<string | undefined> {
  try {
    return (await mirror.fetch({ branches: [branch] })).branches.get(branch);
  } catch (error) {
    if (isGitError(error, 'branch-not-found')) return undefined;
    throw error;
  }
}
