import type { BranchProtection } from './code-host.ts';

type Rules = Omit<Extract<BranchProtection, { readonly kind: 'known' }>, 'kind'>;

const unprotected: Rules = {
  mayPush: true,
  mayMerge: true,
  requiresPullRequest: false,
  requiredApprovals: 0,
  requiresChecks: false,
};

/** The rules of a branch; omitted ones restrict nothing. */
export const knownProtection = (rules: Partial<Rules> = {}): BranchProtection => ({
  kind: 'known',
  ...unprotected,
  ...rules,
});

/** Combines the rules of several sources: the strictest of each applies. */
export function combineProtections(all: readonly Partial<Rules>[]): BranchProtection {
  return knownProtection({
    mayPush: all.every(({ mayPush = true }) => mayPush),
    mayMerge: all.every(({ mayMerge = true }) => mayMerge),
    requiresPullRequest: all.some(({ requiresPullRequest = false }) => requiresPullRequest),
    requiredApprovals: Math.max(0, ...all.map(({ requiredApprovals = 0 }) => requiredApprovals)),
    requiresChecks: all.some(({ requiresChecks = false }) => requiresChecks),
  });
}

export type BranchRules = Partial<Rules>;

/** Whether commits may be pushed directly. Unknown rules count as a refusal. */
export const allowsPush = (protection: BranchProtection): boolean =>
  protection.kind === 'known' && protection.mayPush && !protection.requiresPullRequest;

/**
 * Why a pull request that nobody has reviewed can't be merged into the branch, as the rest of a sentence; `undefined` if
 * the branch's rules allow it. Unknown rules count as a refusal.
 */
export function findMergeRefusal(branch: string, protection: BranchProtection): string | undefined {
  if (protection.kind === 'unknown')
    return `the code host does not report how the branch ${branch} is protected: ${protection.reason}`;
  const { mayMerge, requiredApprovals, requiresChecks } = protection;
  if (requiredApprovals > 0) {
    const count = requiredApprovals === 1 ? '1 approval' : `${requiredApprovals} approvals`;
    return `the branch ${branch} requires ${count}`;
  }
  if (requiresChecks) return `the branch ${branch} requires checks, which run after the pull request was opened`;
  return mayMerge ? undefined : `the rules of the branch ${branch} do not let this credential merge`;
}

/** Whether a branch matches a pattern in which `*` matches any text, in time proportional to both lengths. */
export function matchesPattern(pattern: string, branch: string): boolean {
  const [first = '', ...rest] = pattern.split(/\*+/);
  if (rest.length === 0) return pattern === branch;
  if (!branch.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let from = first.length;
  for (const part of rest) {
    const at = branch.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return branch.length - last.length >= from && branch.endsWith(last);
}
