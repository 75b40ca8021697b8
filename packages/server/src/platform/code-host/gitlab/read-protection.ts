import type { Api } from '../api.ts';
import { anyChecks, knownProtection, matchesPattern } from '../branch-protection.ts';
import type { BranchProtection } from '../code-host.ts';
import { isCodeHostError } from '../errors.ts';
import { asList, asObject, flagOf, type Json, numberOf, textOf } from '../read-json.ts';
import { levelOf } from './read-answer.ts';

interface Reading {
  readonly api: Api;
  /** Path of the project. */
  readonly root: string;
  readonly signal: AbortSignal | undefined;
}

const pageSize = 100;

/**
 * A protected branch requires a merge request unless developers may push to it: a maintainer's token may push to most
 * protected branches, but the people on whose behalf it acts may not.
 */
export async function readProtection(reading: Reading, branch: string): Promise<BranchProtection> {
  const { api, root, signal } = reading;
  const get = async (path: string, missing: 'repository-not-found' | 'branch-not-found'): Promise<unknown> =>
    api.call({ method: 'GET', path: root + path, missing, signal });
  const name = encodeURIComponent(branch);
  const found = asObject(await get(`/repository/branches/${name}`, 'branch-not-found'));
  const project = asObject(await get('', 'repository-not-found'));
  const isProtected = flagOf(found, 'protected');
  const mayPush = flagOf(found, 'can_push');
  // External status checks aren't among a commit's statuses.
  const mayMerge =
    project['only_allow_merge_if_all_status_checks_passed'] !== true &&
    (mayPush ||
      flagOf(found, 'developers_can_merge') ||
      (isProtected && (await mayMergeByLevel(() => get(`/protected_branches/${name}`, 'branch-not-found'), project))));
  return knownProtection({
    mayPush,
    mayMerge,
    requiresPullRequest: isProtected && !flagOf(found, 'developers_can_push'),
    requiredApprovals: await countApprovals(reading, { branch, isProtected }),
    ...(project['only_allow_merge_if_pipeline_succeeds'] === true && { requiredChecks: anyChecks }),
  });
}

/**
 * Whether the credential's access level allows merges. The resource exists only for a branch that is protected by its
 * full name, and only some credentials can read it.
 */
async function mayMergeByLevel(get: () => Promise<unknown>, project: Json): Promise<boolean> {
  try {
    const levels = asList(asObject(await get())['merge_access_levels'] ?? []);
    const own = levelOf(project);
    return levels.some((item) => {
      const level = asObject(item)['access_level'];
      return typeof level === 'number' && level > 0 && level <= own;
    });
  } catch (error) {
    if (isCodeHostError(error, 'branch-not-found') || isCodeHostError(error, 'forbidden')) return false;
    throw error;
  }
}

/**
 * Counts required approvals. Without a license, GitLab has no approval rules, so the list is missing although the
 * project exists.
 */
async function countApprovals(
  { api, root, signal }: Reading,
  { branch, isProtected }: { readonly branch: string; readonly isProtected: boolean },
): Promise<number> {
  let rules: readonly unknown[];
  try {
    const path = `${root}/approval_rules?per_page=${pageSize}`;
    rules = asList(await api.call({ method: 'GET', path, missing: 'branch-not-found', signal }));
  } catch (error) {
    if (isCodeHostError(error, 'branch-not-found')) return 0;
    throw error;
  }
  const applying = rules.map(asObject).filter((rule) => {
    if (rule['applies_to_all_protected_branches'] === true) return isProtected;
    const branches = asList(rule['protected_branches'] ?? []).map((item) => textOf(asObject(item), 'name'));
    return branches.length === 0 || branches.some((pattern) => matchesPattern(pattern, branch));
  });
  // A full page may not be the last page.
  const atLeast = rules.length >= pageSize ? 1 : 0;
  return Math.max(atLeast, ...applying.map((rule) => numberOf(rule, 'approvals_required')));
}
