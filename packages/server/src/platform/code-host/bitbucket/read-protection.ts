import { combineProtections, matchesPattern, type BranchRules } from '../branch-protection.ts';
import type { BranchProtection } from '../code-host.ts';
import { asList, asObject, type Json, optionalText, textOf } from '../read-json.ts';

/**
 * The rules that apply to a branch. Bitbucket lists the users and groups that a rule exempts, but doesn't show whether
 * the credential belongs to one of them, so no exemption is assumed.
 */
export function toProtection(value: unknown, branch: string): BranchProtection {
  const page = asObject(value);
  if (typeof page['next'] === 'string') return { kind: 'unknown', reason: 'There are too many rules to read.' };
  const applying = asList(page['values'])
    .map(asObject)
    .filter((rule) => appliesTo(rule, branch));
  const rules: BranchRules[] = [];
  for (const rule of applying) {
    const kind = textOf(rule, 'kind');
    const read = kinds[kind];
    if (read !== undefined) rules.push(read(rule));
    else if (!harmless.has(kind)) return { kind: 'unknown', reason: `The rule "${kind.slice(0, 60)}" is not known.` };
  }
  return combineProtections(rules);
}

/**
 * Whether a rule applies to the branch. Branch types have prefixes that are configured elsewhere, so a rule for a type
 * is assumed to apply. So is a rule whose pattern has wildcards other than `*`.
 */
function appliesTo(rule: Json, branch: string): boolean {
  const pattern = optionalText(rule, 'pattern') ?? '*';
  return rule['branch_match_kind'] !== 'glob' || /[?[\]{}!\\]/.test(pattern) || matchesPattern(pattern, branch);
}

const approvals = (rule: Json): BranchRules => ({
  requiredApprovals: typeof rule['value'] === 'number' ? rule['value'] : 1,
});

const kinds: Readonly<Record<string, (rule: Json) => BranchRules>> = {
  push: () => ({ mayPush: false, requiresPullRequest: true }),
  restrict_merges: () => ({ mayMerge: false }),
  require_approvals_to_merge: approvals,
  require_default_reviewer_approvals_to_merge: approvals,
  require_review_group_approvals_to_merge: approvals,
  require_passing_builds_to_merge: (rule) => ({
    requiredChecks: { names: [], others: typeof rule['value'] === 'number' ? Math.max(1, rule['value']) : 1 },
  }),
};

/** These requirements concern tasks, comments and dependencies, which new pull requests don't have. */
const harmless: ReadonlySet<string> = new Set([
  'force',
  'delete',
  'enforce_merge_checks',
  'allow_auto_merge_when_builds_pass',
  'require_tasks_to_be_completed',
  'require_all_comments_resolved',
  'require_no_changes_requested',
  'require_commits_behind',
  'require_all_dependencies_merged',
  'reset_pullrequest_approvals_on_change',
  'reset_pullrequest_changes_requested_on_change',
  'smart_reset_pullrequest_approvals',
]);
