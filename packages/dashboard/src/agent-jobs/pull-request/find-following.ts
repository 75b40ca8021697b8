import type { Deployment } from '@docwright/sdk';

export type Following =
  | { readonly kind: 'found'; readonly deployment: Deployment }
  /** None yet, and one is on its way. */
  | { readonly kind: 'expected' }
  | { readonly kind: 'none' };

/** The embedded code host requests the deployment a moment before the job learns of its merge. */
const EARLIER_MS = 5_000;
/** Hooks arrive immediately, and the heads of all branches are checked every minute. */
const EXPECTED_MS = 120_000;

/** The first deployment that a merge can be in. @param newest the last created first */
export function findFollowing(newest: readonly Deployment[], mergedMs: number, nowMs: number): Following {
  const deployment = newest.findLast(({ createdAt }) => Date.parse(createdAt) >= mergedMs - EARLIER_MS);
  if (deployment !== undefined) return { kind: 'found', deployment };
  return { kind: nowMs - mergedMs < EXPECTED_MS ? 'expected' : 'none' };
}
