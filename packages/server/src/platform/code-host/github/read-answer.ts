import {
  workflowRun,
  type CommitCheck,
  type FoundComment,
  type PullRequest,
  type RepositoryFacts,
  type RepositoryPermission,
} from '../code-host.ts';
import type { CodeHostErrorCode } from '../errors.ts';
import { asObject, numberOf, optionalObject, optionalText, textOf } from '../read-json.ts';
import { endsWithNumber } from '../rest-code-host.ts';
import type { ListedCheck } from '../rest-reports.ts';
import type { MergeDialect } from '../rest-merge.ts';

/** `appPermission` is the permission of an App's token, because the repository's response doesn't include it. */
export function toRepositoryFacts(value: unknown, appPermission: RepositoryPermission | undefined): RepositoryFacts {
  const repository = asObject(value);
  return {
    webUrl: textOf(repository, 'html_url'),
    defaultBranch: textOf(repository, 'default_branch'),
    permission: appPermission ?? permissionOf(optionalObject(repository, 'permissions') ?? {}),
    private: repository['private'] === true,
    archived: repository['archived'] === true,
    takesPullRequests: repository['has_pull_requests'] !== false,
    fullName: textOf(repository, 'full_name'),
  };
}

function permissionOf(permissions: Readonly<Record<string, unknown>>): RepositoryPermission {
  if (permissions['admin'] === true) return 'admin';
  if (permissions['push'] === true || permissions['maintain'] === true) return 'write';
  return permissions['pull'] === true ? 'read' : 'none';
}

export function toPullRequest(value: unknown): Omit<PullRequest, 'fromFork'> {
  const pull = asObject(value);
  const [head, base] = [asObject(pull['head']), asObject(pull['base'])];
  const isMerged = optionalText(pull, 'merged_at') !== undefined || pull['merged'] === true;
  return {
    number: numberOf(pull, 'number'),
    url: textOf(pull, 'html_url'),
    state: isMerged ? 'merged' : pull['state'] === 'open' ? 'open' : 'closed',
    draft: pull['draft'] === true,
    title: textOf(pull, 'title'),
    author: optionalText(optionalObject(pull, 'user') ?? {}, 'login') ?? null,
    body: optionalText(pull, 'body') ?? '',
    headBranch: textOf(head, 'ref'),
    headSha: textOf(head, 'sha'),
    baseBranch: textOf(base, 'ref'),
  };
}

/** Parses a comment, a review's comment on a line, or a review, whose address contains the pull request's number. */
export function toComment(value: unknown, pullRequest: number): FoundComment | undefined {
  const comment = asObject(value);
  const subject = optionalText(comment, 'issue_url') ?? optionalText(comment, 'pull_request_url');
  const user = optionalObject(comment, 'user');
  // Null for a deleted account.
  if (!endsWithNumber(subject, pullRequest) || user === undefined) return undefined;
  const path = optionalText(comment, 'path');
  const line = comment['line'] ?? comment['original_line'];
  const name = textOf(user, 'login');
  return {
    body: optionalText(comment, 'body') ?? '',
    author: { id: name, name, isBot: user['type'] === 'Bot' },
    isReview: optionalText(comment, 'issue_url') === undefined,
    place: path === undefined ? null : { path, line: typeof line === 'number' ? line : null },
  };
}

/** Conclusions other than success that GitHub accepts for required checks. */
const inconclusive: ReadonlySet<unknown> = new Set(['neutral', 'skipped']);

export function toCheckOfRun(value: unknown): CommitCheck {
  const run = asObject(value);
  const isEnded = textOf(run, 'status') === 'completed';
  const isInconclusive = isEnded && inconclusive.has(run['conclusion']);
  const reporter = optionalObject(run, 'app') ?? {};
  const [app, appName] = [reporter['id'], optionalText(reporter, 'slug')];
  return {
    name: textOf(run, 'name'),
    ...(typeof app === 'number' && { app }),
    ...(appName !== undefined && { appName }),
    ...(isInconclusive && { isInconclusive }),
    state: !isEnded ? 'pending' : isInconclusive || run['conclusion'] === 'success' ? 'passed' : 'failed',
  };
}

/**
 * The events for which rules can require a workflow. A run for another event may belong to a different workflow with
 * the same path.
 */
const requiredEvents: ReadonlySet<unknown> = new Set(['pull_request', 'pull_request_target', 'merge_group']);

/**
 * A workflow run, by the path of the workflow's file. Rules require success, because a skipped workflow hasn't checked
 * anything. Returns `undefined` for a run that no rule requires, including runs for forks' pull requests, which can
 * have the same head.
 */
export function toCheckOfWorkflow(value: unknown): ListedCheck | undefined {
  const run = asObject(value);
  const event = run['event'];
  const source = optionalObject(run, 'head_repository')?.['id'];
  if (!requiredEvents.has(event) || source === undefined || source !== optionalObject(run, 'repository')?.['id'])
    return undefined;
  const isEnded = textOf(run, 'status') === 'completed';
  return {
    // A canceled run and its successor are separate runs, unlike the attempts of a run.
    series: `${numberOf(run, 'workflow_id')} ${String(event)}`,
    name: toWorkflowPath(textOf(run, 'path')),
    appName: workflowRun,
    state: !isEnded ? 'pending' : run['conclusion'] === 'success' ? 'passed' : 'failed',
  };
}

/** The path in the repository: in `owner/name/.github/workflows/a.yml@main`, the part that starts with `.github`. */
export const toWorkflowPath = (path: string): string =>
  path.slice(Math.max(0, path.indexOf('.github/'))).replace(/@.*$/s, '');

export function toCheckOfStatus(value: unknown): CommitCheck {
  const status = asObject(value);
  const state = textOf(status, 'state');
  return {
    name: textOf(status, 'context'),
    state: state === 'success' ? 'passed' : state === 'pending' ? 'pending' : 'failed',
  };
}

/** A collaborator's permission. */
export function toPermission(value: unknown): RepositoryPermission {
  const permission = textOf(asObject(value), 'permission');
  return permission === 'admin' || permission === 'write' || permission === 'read' ? permission : 'none';
}

/** Whether the item belongs to this repository and not to a fork; compared by ID, because names change. */
export function isOfRepository(value: unknown): boolean {
  const pull = asObject(value);
  const [head, base] = [asObject(pull['head']), asObject(pull['base'])];
  const repository = optionalObject(head, 'repo');
  return repository !== undefined && repository['id'] === optionalObject(base, 'repo')?.['id'];
}

/** The meaning of a 422 response, which GitHub expresses in text and field names. */
export function explainCreate(value: unknown): CodeHostErrorCode | undefined {
  const text = JSON.stringify(value ?? '');
  if (/already exists/i.test(text)) return 'pull-request-exists';
  if (/no commits between|no history in common/i.test(text)) return 'nothing-to-compare';
  if (/"field":"(?:head|base)"/.test(text)) return 'branch-not-found';
  return undefined;
}

/** The meaning of a 405, 409 or 422 response to a merge. */
export function explainMerge(refusal: string): ReturnType<MergeDialect['explain']> {
  if (/head (?:branch was modified|sha)/i.test(refusal)) return 'head-moved';
  if (/base branch was modified/i.test(refusal)) return 'unavailable';
  if (/merge(?:s| commits) are not allowed|must not contain merge commits|linear history/i.test(refusal)) {
    return 'other-way';
  }
  if (/status check/i.test(refusal)) return 'checks-required';
  return /not mergeable|conflict/i.test(refusal) ? 'merge-conflict' : 'merge-blocked';
}

/** Whether a draft was refused: on some plans, private repositories don't support drafts. */
export function refusesDraft(value: unknown): boolean {
  return /draft pull requests are not supported/i.test(JSON.stringify(value ?? ''));
}
