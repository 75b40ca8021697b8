import { countOf } from '../words/count-of.ts';
import type { BranchProtection, ExactCheck, CommitCheck, RequiredChecks } from './code-host.ts';

type Rules = Omit<Extract<BranchProtection, { readonly kind: 'known' }>, 'kind'>;

const noChecks: RequiredChecks = { names: [], others: 0 };

/** Checks that the rules require but don't name. */
export const anyChecks: RequiredChecks = { names: [], others: 1 };

const unprotected: Rules = {
  mayPush: true,
  mayMerge: true,
  requiresPullRequest: false,
  requiredApprovals: 0,
  requiredChecks: noChecks,
};

/** A branch's rules. Omitted rules don't restrict anything. */
export const knownProtection = (rules: Partial<Rules> = {}): BranchProtection => ({
  kind: 'known',
  ...unprotected,
  ...rules,
});

/** Combines the rules of several sources. The strictest rule of each kind applies. */
export function combineProtections(all: readonly Partial<Rules>[]): BranchProtection {
  return knownProtection({
    mayPush: all.every(({ mayPush = true }) => mayPush),
    mayMerge: all.every(({ mayMerge = true }) => mayMerge),
    requiresPullRequest: all.some(({ requiresPullRequest = false }) => requiresPullRequest),
    requiredApprovals: Math.max(0, ...all.map(({ requiredApprovals = 0 }) => requiredApprovals)),
    requiredChecks: {
      names: [...new Set(all.flatMap(({ requiredChecks: checks }) => checks?.names ?? []))],
      others: Math.max(0, ...all.map(({ requiredChecks: checks }) => checks?.others ?? 0)),
      ...withExact(all.flatMap(({ requiredChecks: checks }) => checks?.exact ?? [])),
    },
  });
}

export type BranchRules = Partial<Rules>;

export const withExact = (exact: readonly ExactCheck[]): Pick<RequiredChecks, 'exact'> =>
  exact.length === 0 ? {} : { exact };

/** Whether commits may be pushed directly. Unknown rules count as a refusal. */
export const allowsPush = (protection: BranchProtection): boolean =>
  protection.kind === 'known' && protection.mayPush && !protection.requiresPullRequest;

/**
 * Returns the reason why a pull request without a review can't be merged into the branch even if all checks pass, or
 * `undefined` if the branch's rules allow the merge. The reason is the end of a sentence. Unknown rules count as a
 * refusal.
 */
export function findMergeRefusal(branch: string, protection: BranchProtection): string | undefined {
  if (protection.kind === 'unknown')
    return `the code host does not report how the branch ${branch} is protected: ${protection.reason}`;
  const { mayMerge, requiredApprovals } = protection;
  if (requiredApprovals > 0) {
    const count = requiredApprovals === 1 ? '1 approval' : `${requiredApprovals} approvals`;
    return `the branch ${branch} requires ${count}`;
  }
  return mayMerge ? undefined : `the rules of the branch ${branch} do not let this credential merge`;
}

/** Whether the required checks of a commit have passed. `checks` is the end of a sentence: `the check "build"`. */
export type CheckResult =
  | { readonly state: 'passed' }
  | { readonly state: 'failed' | 'pending'; readonly checks: string };

/** Checks that the rules neither name nor count are ignored. A missing check is pending. */
export function judgeChecks(
  { names, others, exact = [] }: RequiredChecks,
  checks: readonly CommitCheck[],
): CheckResult {
  const isNamed = (name: string): boolean => names.some((pattern) => matchesPattern(pattern, name));
  const relevant = checks.filter(({ name }) => isNamed(name) || (others > 0 && !isOwn(name)));
  const inState = (state: CommitCheck['state']): string[] =>
    relevant.filter((check) => check.state === state).map(({ name }) => name);
  const failed = inState('failed');
  if (failed.length > 0) return { state: 'failed', checks: listNames(failed) };
  const missing = names.filter((pattern) => !checks.some(({ name }) => matchesPattern(pattern, name)));
  // Anyone who can report a check could choose this name.
  const isReported = (wanted: ExactCheck): boolean =>
    checks.some(
      ({ name, app, appName, isInconclusive }) =>
        name === wanted.name &&
        (wanted.app === undefined || app === wanted.app || appName === wanted.app) &&
        !(wanted.needsResult === true && isInconclusive === true),
    );
  const unreported = exact.filter((wanted) => !isReported(wanted)).map(({ name }) => name);
  const pending = [...inState('pending'), ...missing, ...unreported];
  if (pending.length > 0) return { state: 'pending', checks: listNames(pending) };
  const lacking = others - relevant.filter(({ name }) => !isNamed(name)).length;
  return lacking > 0 ? { state: 'pending', checks: countOf(lacking, 'more check') } : { state: 'passed' };
}

/** Whether a status is Docwright's own. Such statuses don't count, unless the rules name them. */
const isOwn = (name: string): boolean => name.startsWith('docwright/');

const maxNames = 5;
const maxNameLength = 100;

/** Lists checks by name. Anyone who can report a check can choose its name, so names are quoted and shortened. */
function listNames(all: readonly string[]): string {
  const names = [...new Set(all)];
  const listed = names.slice(0, maxNames).map((name) => JSON.stringify(name.slice(0, maxNameLength)));
  const further = names.length - listed.length;
  const more = further > 0 ? ` and ${further} more` : '';
  const what = names.length === 1 ? 'the check' : 'the checks';
  return `${what} ${listed.join(', ')}${more}`;
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
