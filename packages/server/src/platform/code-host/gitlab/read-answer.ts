import type { CommitCheck, FoundComment, PullRequest, RepositoryFacts, RepositoryPermission } from '../code-host.ts';
import type { CodeHostErrorCode } from '../errors.ts';
import { asList, asObject, numberOf, optionalObject, optionalText, textOf } from '../read-json.ts';
import type { MergeDialect } from '../rest-merge.ts';

export const DRAFT_PREFIX = 'Draft: ';

type Json = Readonly<Record<string, unknown>>;

export function toRepositoryFacts(value: unknown): RepositoryFacts {
  const project = asObject(value);
  return {
    webUrl: textOf(project, 'web_url'),
    // Null for a repository without a commit.
    defaultBranch: optionalText(project, 'default_branch') ?? '',
    permission: permissionOf(optionalObject(project, 'permissions') ?? {}),
    private: project['visibility'] !== 'public',
    archived: project['archived'] === true,
    takesPullRequests: project['merge_requests_access_level'] !== 'disabled',
    fullName: textOf(project, 'path_with_namespace'),
  };
}

const DEVELOPER = 30;
const MAINTAINER = 40;

const permissionOf = (permissions: Json): RepositoryPermission => fromLevel(highestLevel(permissions));

/** The credential's access level in a project. */
export const levelOf = (project: Json): number => highestLevel(optionalObject(project, 'permissions') ?? {});

function highestLevel(permissions: Json): number {
  const levels = ['project_access', 'group_access'].map(
    (field) => optionalObject(permissions, field)?.['access_level'],
  );
  return Math.max(0, ...levels.filter((found) => typeof found === 'number'));
}

/** A member's permission. */
export const toPermission = (value: unknown): RepositoryPermission =>
  fromLevel(numberOf(asObject(value), 'access_level'));

function fromLevel(level: number): RepositoryPermission {
  if (level >= MAINTAINER) return 'admin';
  if (level >= DEVELOPER) return 'write';
  return 'read';
}

export function isOfProject(value: unknown): boolean {
  const request = asObject(value);
  return request['source_project_id'] === request['target_project_id'];
}

export function toPullRequest(value: unknown): Omit<PullRequest, 'fromFork'> {
  const request = asObject(value);
  const title = textOf(request, 'title');
  return {
    number: numberOf(request, 'iid'),
    url: textOf(request, 'web_url'),
    state: request['state'] === 'merged' ? 'merged' : request['state'] === 'opened' ? 'open' : 'closed',
    draft: request['draft'] === true,
    title: title.startsWith(DRAFT_PREFIX) ? title.slice(DRAFT_PREFIX.length) : title,
    author: optionalText(optionalObject(request, 'author') ?? {}, 'username') ?? null,
    body: optionalText(request, 'description') ?? '',
    headBranch: textOf(request, 'source_branch'),
    headSha: optionalText(request, 'sha') ?? '',
    baseBranch: textOf(request, 'target_branch'),
  };
}

/** A note on a merge request, whose number is in the request's path. Notes by GitLab itself have no author. */
export function toComment(value: unknown): FoundComment | undefined {
  const note = asObject(value);
  const author = optionalObject(note, 'author');
  if (note['system'] === true || author === undefined) return undefined;
  const position = optionalObject(note, 'position');
  const line = position?.['new_line'];
  const name = textOf(author, 'username');
  return {
    body: optionalText(note, 'body') ?? '',
    // Project and group access tokens post as users with names of this form.
    author: { id: String(numberOf(author, 'id')), name, isBot: /^(?:project|group)_\d+_bot/.test(name) },
    isReview: position !== undefined,
    place:
      position === undefined
        ? null
        : { path: textOf(position, 'new_path'), line: typeof line === 'number' ? line : null },
  };
}

export function explainCreate(value: unknown): CodeHostErrorCode | undefined {
  const text = JSON.stringify(value ?? '');
  if (/already exists/i.test(text)) return 'pull-request-exists';
  if (/(?:source|target)[ _]branch.*(?:does not exist|invalid|not found)/i.test(text)) return 'branch-not-found';
  if (/can't use same project\/branch|no commits|must be different/i.test(text)) return 'nothing-to-compare';
  return undefined;
}

/** Interprets a refusal. It contains little information, so the merge request's `detailed_merge_status` is read. */
export function explainMerge(refusal: string, found: unknown): ReturnType<MergeDialect['explain']> {
  if (/sha does not match/i.test(refusal)) return 'head-moved';
  const status = optionalText(asObject(found), 'detailed_merge_status') ?? '';
  if (/^(?:conflict|broken_status)$/.test(status)) return 'merge-conflict';
  if (/^(?:ci_|status_checks)/.test(status)) return 'checks-required';
  if (/^(?:checking|unchecked|preparing|approvals_syncing)$/.test(status)) return 'unavailable';
  return /branch cannot be merged/i.test(refusal) ? 'merge-conflict' : 'merge-blocked';
}

/** A pipeline's job, or another service's status. */
export function toCheck(value: unknown): CommitCheck {
  const check = asObject(value);
  const state = textOf(check, 'status');
  const isPassed = state === 'success' || state === 'skipped' || check['allow_failure'] === true;
  const isFailed = state === 'failed' || state === 'canceled';
  return { name: textOf(check, 'name'), state: isPassed ? 'passed' : isFailed ? 'failed' : 'pending' };
}

/** Returns a merge request's pipeline as a check if it is for this head but ran at another commit. */
export function readMergedResult(
  value: unknown,
  head: string,
): { readonly sha: string; readonly check: CommitCheck } | undefined {
  const request = asObject(value);
  const pipeline = optionalObject(request, 'head_pipeline');
  if (pipeline === undefined || request['sha'] !== head || pipeline['sha'] === head) return undefined;
  const status = textOf(pipeline, 'status');
  // A skipped pipeline counts only if the project allows it, which GitLab checks when it merges.
  const isFailed = status === 'failed' || status === 'canceled' || status === 'skipped';
  const state = status === 'success' ? 'passed' : isFailed ? 'failed' : 'pending';
  return { sha: textOf(pipeline, 'sha'), check: { name: 'merged results pipeline', state } };
}

export const hasParent = (commit: unknown, parent: string): boolean =>
  asList(asObject(commit)['parent_ids']).includes(parent);
