import type { Deployment } from '@docwright/sdk';

export type Following =
  | { readonly kind: 'found'; readonly deployment: Deployment }
  /** Not created yet, but expected. */
  | { readonly kind: 'expected' }
  | { readonly kind: 'none' };

/** The embedded code host requests the deployment a moment before the merge is recorded in the job. */
const EARLIER_MS = 5_000;
/** Webhooks arrive immediately, and the heads of all branches are checked every minute. */
const EXPECTED_MS = 120_000;

/** Finds the first deployment that can include a merge. @param newest deployments, newest first */
export function findFollowing(newest: readonly Deployment[], mergedMs: number, nowMs: number): Following {
  const deployment = newest.findLast(({ createdAt }) => Date.parse(createdAt) >= mergedMs - EARLIER_MS);
  if (deployment !== undefined) return { kind: 'found', deployment };
  return { kind: nowMs - mergedMs < EXPECTED_MS ? 'expected' : 'none' };
}
