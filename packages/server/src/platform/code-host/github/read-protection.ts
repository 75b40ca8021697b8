import type { Api } from '../api.ts';
import { anyChecks, combineProtections, withExact, type BranchRules } from '../branch-protection.ts';
import { workflowRun, type BranchProtection } from '../code-host.ts';
import { isCodeHostError } from '../errors.ts';
import { asList, asObject, flagOf, type Json, optionalObject, textOf } from '../read-json.ts';
import { toWorkflowPath } from './read-answer.ts';

interface Reading {
  readonly api: Api;
  /** Path of the repository. */
  readonly root: string;
  readonly signal: AbortSignal | undefined;
}

const pageSize = 100;

/**
 * GitHub has two systems: rulesets, whose rules anyone with read access to the repository can read, and branch
 * protection, whose rules only administrators can read. Anyone can read whether a branch has branch protection.
 */
export async function readProtection({ api, root, signal }: Reading, branch: string): Promise<BranchProtection> {
  const get = (path: string, missing: 'repository-not-found' | 'branch-not-found'): Promise<unknown> =>
    api.call({ method: 'GET', path: root + path, missing, signal });
  const name = encodeURIComponent(branch);
  const found = asObject(await get(`/branches/${name}`, 'branch-not-found'));
  const rules: BranchRules[] = [];
  const listed = await listRules(() => get(`/rules/branches/${name}?per_page=${pageSize}`, 'branch-not-found'));
  if (listed.length >= pageSize) return { kind: 'unknown', reason: 'There are too many rules to read.' };
  for (const rule of listed) {
    const type = textOf(rule, 'type');
    if (harmless.has(type)) continue;
    const read = rulesets[type];
    if (read === undefined) return { kind: 'unknown', reason: `The rule "${type.slice(0, 60)}" is not known.` };
    rules.push(read(optionalObject(rule, 'parameters') ?? {}));
  }
  // False for a branch that only rulesets protect.
  const isEnabled = optionalObject(found, 'protection')?.['enabled'] !== false;
  if (flagOf(found, 'protected') && isEnabled)
    rules.push(fromProtection(asObject(await get(`/branches/${name}/protection`, 'repository-not-found'))));
  return combineProtections(rules);
}

/** Lists the rules of rulesets, which an old Enterprise Server doesn't have. */
async function listRules(get: () => Promise<unknown>): Promise<readonly Json[]> {
  try {
    return asList(await get()).map(asObject);
  } catch (error) {
    if (isCodeHostError(error, 'branch-not-found')) return [];
    throw error;
  }
}

/** Direct pushes are also refused, because their commits have no checks yet. */
const checks: BranchRules = { requiredChecks: anyChecks, requiresPullRequest: true };

/** Reads required checks by name. `appField` contains the ID of a check's app if only that app may report the check. */
function readChecks(items: unknown, appField: 'integration_id' | 'app_id'): BranchRules {
  if (!Array.isArray(items)) return checks;
  const required = items.map(asObject).map((item) => ({ name: textOf(item, 'context'), app: item[appField] }));
  const names = required.map(({ name }) => name);
  const exact = required.flatMap(({ name, app }) => {
    // Any app may report a check whose app ID is null or -1.
    if (typeof app === 'number' && app > 0) return [{ name, app }];
    // An asterisk in this name is literal: GitHub has no patterns, but a job's name can contain a glob from its matrix.
    return name.includes('*') ? [{ name }] : [];
  });
  return { requiredChecks: { names, others: 0, ...withExact(exact) }, requiresPullRequest: true };
}

/** @param app the only app whose checks count */
function requireNamed(items: unknown, toName: (item: Json) => string, app: string): BranchRules {
  const names = Array.isArray(items) ? [...new Set(items.map((item) => toName(asObject(item))))] : [];
  // A rule that names no items has a format that this version can't read.
  if (names.length === 0) return { requiresPullRequest: true, mayMerge: false };
  const exact = names.map((name) => ({ name, app, needsResult: true as const }));
  return { requiredChecks: { names, others: 0, exact }, requiresPullRequest: true };
}

/** The thresholds that code scanning's check also enforces with its default settings. */
const checkedSeverities: ReadonlySet<unknown> = new Set(['none', 'errors', 'critical', 'high_or_higher']);

/**
 * Reads a rule for code scanning tools. GitHub evaluates the rule separately, so a stricter rule can refuse a commit
 * that has passed the check.
 */
function readTools({ code_scanning_tools: tools }: Json): BranchRules {
  const isChecked = (value: unknown): boolean => {
    const { alerts_threshold: alerts, security_alerts_threshold: securityAlerts } = asObject(value);
    return checkedSeverities.has(alerts) && checkedSeverities.has(securityAlerts);
  };
  const required = requireNamed(tools, (tool) => textOf(tool, 'tool'), 'github-advanced-security');
  return Array.isArray(tools) && tools.every(isChecked) ? required : { ...required, mayMerge: false };
}

/** Lists required checks, of which an old Enterprise Server returns only the names. */
function listRequired({ contexts, checks: required }: Json): unknown {
  if (!Array.isArray(contexts)) return required;
  return [...contexts.map((context: unknown) => ({ context })), ...(Array.isArray(required) ? required : [])];
}

const rulesets: Readonly<Record<string, (parameters: Json) => BranchRules>> = {
  pull_request: (parameters) => ({ requiresPullRequest: true, requiredApprovals: countApprovals(parameters) }),
  required_status_checks: (parameters) => readChecks(parameters['required_status_checks'], 'integration_id'),
  // Deployments aren't among the checks of a commit.
  required_deployments: () => ({ requiresPullRequest: true, mayMerge: false }),
  // Other checks can be reported before the workflow or tool has started, so its own check must exist.
  workflows: ({ workflows }) =>
    requireNamed(workflows, (workflow) => toWorkflowPath(textOf(workflow, 'path')), workflowRun),
  code_scanning: readTools,
  // The response doesn't name the check that reports the result.
  code_quality: () => ({ requiresPullRequest: true, mayMerge: false }),
  license_compliance_scanning: () => ({ requiresPullRequest: true, mayMerge: false }),
  merge_queue: () => ({ requiresPullRequest: true, mayMerge: false }),
  update: () => ({ mayPush: false, mayMerge: false }),
  // Docwright's commits have no signature; GitHub signs merge commits.
  required_signatures: () => ({ mayPush: false }),
};

/**
 * Rules that no fast-forward push or merge violates, and rules about the commit itself, which the host enforces.
 */
const harmless: ReadonlySet<string> = new Set([
  'creation',
  'deletion',
  'non_fast_forward',
  'required_linear_history',
  'branch_name_pattern',
  'tag_name_pattern',
  'commit_message_pattern',
  'commit_author_email_pattern',
  'committer_email_pattern',
  'file_path_restriction',
  'file_extension_restriction',
  'max_file_path_length',
  'max_file_size',
  'copilot_code_review',
]);

function fromProtection(protection: Json): BranchRules {
  const isOn = (name: string): boolean => optionalObject(protection, name)?.['enabled'] === true;
  const reviews = optionalObject(protection, 'required_pull_request_reviews');
  const required = optionalObject(protection, 'required_status_checks');
  // The list of people and Apps that may push also applies to merges. Whether it contains the credential is unknown.
  const isClosed = isOn('lock_branch') || optionalObject(protection, 'restrictions') !== undefined;
  return {
    mayPush: !isClosed && !isOn('required_signatures'),
    mayMerge: !isClosed,
    requiresPullRequest: reviews !== undefined || required !== undefined,
    requiredApprovals: reviews === undefined ? 0 : countApprovals(reviews),
    ...(required !== undefined && { requiredChecks: readChecks(listRequired(required), 'app_id').requiredChecks }),
  };
}

/** Settings that require an approval even if the number is 0. */
const approvalSettings = ['require_code_owner_review', 'require_code_owner_reviews', 'require_last_push_approval'];

/** Counts required approvals. An old Enterprise Server requires one approval and doesn't return the number. */
function countApprovals(rule: Json): number {
  const count = rule['required_approving_review_count'];
  const isRequired = approvalSettings.some((name) => rule[name] === true);
  const hasReviewers = Array.isArray(rule['required_reviewers']) && rule['required_reviewers'].length > 0;
  return Math.max(typeof count === 'number' ? count : 1, isRequired || hasReviewers ? 1 : 0);
}
