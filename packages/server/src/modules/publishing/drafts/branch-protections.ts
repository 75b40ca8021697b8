import type { Clock } from '../../../platform/clock/index.ts';
import { isCodeHostError, type BranchProtection } from '../../../platform/code-host/index.ts';
import type { ConnectedRepository } from '../../sources/repositories/index.ts';

/** Branch protection at code hosts, which editors request often. */
export interface BranchProtections {
  /**
   * Reads a branch's protection, which is unknown if the code host can't be queried. A response from less than a minute
   * ago is returned again, unless `isExact`.
   */
  read(
    repository: ConnectedRepository,
    branch: string,
    options?: { readonly isExact?: boolean },
  ): Promise<BranchProtection>;
  /** Makes the next read exact. */
  forget(repository: ConnectedRepository, branch: string): void;
}

/** Each read makes up to four requests, which count toward the host's rate limit. */
const maxAgeMs = 60_000;
const maxKept = 2_000;
const patienceMs = 10_000;

export function createBranchProtections(clock: Pick<Clock, 'monotonicMs'>): BranchProtections {
  const kept = new Map<string, { readonly protection: Promise<BranchProtection>; readonly at: number }>();
  const keyOf = ({ mirror }: ConnectedRepository, branch: string): string => `${mirror.remote.id} ${branch}`;
  return {
    read: (repository, branch, { isExact = false } = {}) => {
      const key = keyOf(repository, branch);
      const now = clock.monotonicMs();
      const known = kept.get(key);
      if (known !== undefined && !isExact && now - known.at < maxAgeMs) return known.protection;
      const protection = readProtection(repository, branch);
      kept.delete(key);
      kept.set(key, { protection, at: now });
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      protection.catch(() => kept.delete(key));
      return protection;
    },
    forget: (repository, branch) => void kept.delete(keyOf(repository, branch)),
  };
}

async function readProtection({ host }: ConnectedRepository, branch: string): Promise<BranchProtection> {
  try {
    return await host.getBranchProtection(branch, AbortSignal.timeout(patienceMs));
  } catch (error) {
    if (!isCodeHostError(error)) throw error;
    return { kind: 'unknown', reason: error.message };
  }
}
