import type {
  CommitCheck,
  FoundComment,
  PullRequest,
  PullRequestState,
  RepositoryFacts,
  RepositoryPermission,
} from '../code-host.ts';
import type { CodeHostErrorCode } from '../errors.ts';
import { asList, asObject, numberOf, optionalObject, optionalText, textOf, type Json } from '../read-json.ts';
import type { MergeDialect } from '../rest-merge.ts';

export function toRepositoryFacts(value: unknown, permission: RepositoryPermission): RepositoryFacts {
  const repository = asObject(value);
  const branch = optionalObject(repository, 'mainbranch');
  return {
    webUrl: linkOf(repository),
    // Null for a repository without a commit.
    defaultBranch: branch === undefined ? '' : textOf(branch, 'name'),
    permission,
    private: repository['is_private'] === true,
    // Bitbucket Cloud archives whole projects, and then refuses the push.
    archived: false,
    takesPullRequests: true,
    fullName: textOf(repository, 'full_name'),
  };
}

/** The first permission in a list; `undefined` for an empty list. */
export function toPermission(value: unknown): RepositoryPermission | undefined {
  const [first] = asList(asObject(value)['values']);
  if (first === undefined) return undefined;
  const permission = textOf(asObject(first), 'permission');
  return permission === 'admin' || permission === 'write' || permission === 'read' ? permission : 'none';
}

export function isOfRepository(value: unknown): boolean {
  const pull = asObject(value);
  return repositoryOf(pull, 'source') === repositoryOf(pull, 'destination');
}

/** Returns the full name of a side's repository, or `side` if the repository is null because the fork was deleted. */
const repositoryOf = (pull: Json, side: string): unknown =>
  optionalObject(asObject(pull[side]), 'repository')?.['full_name'] ?? side;

export function toPullRequest(value: unknown): Omit<PullRequest, 'fromFork'> {
  const pull = asObject(value);
  const [source, destination] = [asObject(pull['source']), asObject(pull['destination'])];
  return {
    number: numberOf(pull, 'id'),
    url: linkOf(pull),
    state: STATES[textOf(pull, 'state')] ?? 'closed',
    draft: pull['draft'] === true,
    title: textOf(pull, 'title'),
    author: nameOf(optionalObject(pull, 'author') ?? {}) ?? null,
    body: optionalText(pull, 'description') ?? optionalText(optionalObject(pull, 'summary') ?? {}, 'raw') ?? '',
    headBranch: branchOf(source),
    headSha: optionalText(optionalObject(source, 'commit') ?? {}, 'hash') ?? '',
    baseBranch: branchOf(destination),
  };
}

const STATES: Readonly<Record<string, PullRequestState>> = { OPEN: 'open', MERGED: 'merged' };

const branchOf = (side: Json): string => textOf(asObject(side['branch']), 'name');

export const linkOf = (object: Json): string => textOf(asObject(asObject(object['links'])['html']), 'href');

const nameOf = (user: Json): string | undefined => optionalText(user, 'nickname') ?? optionalText(user, 'display_name');

/** A comment on the pull request in the path. A deleted comment still exists, but is marked as deleted. */
export function toComment(value: unknown): FoundComment | undefined {
  const comment = asObject(value);
  const user = optionalObject(comment, 'user');
  if (comment['deleted'] === true || user === undefined) return undefined;
  const inline = optionalObject(comment, 'inline');
  const line = inline?.['to'] ?? inline?.['from'];
  const name = nameOf(user) ?? 'someone';
  return {
    body: optionalText(asObject(comment['content']), 'raw') ?? '',
    author: { id: textOf(user, 'uuid'), name, isBot: user['type'] === 'app_user' || user['type'] === 'team' },
    isReview: inline !== undefined,
    place: inline === undefined ? null : { path: textOf(inline, 'path'), line: typeof line === 'number' ? line : null },
  };
}

export function explainCreate(value: unknown): CodeHostErrorCode | undefined {
  const text = JSON.stringify(value ?? '');
  if (/already exists|already a pull request/i.test(text)) return 'pull-request-exists';
  if (/no changes to be pulled|same (?:branch|commit)|nothing to/i.test(text)) return 'nothing-to-compare';
  if (/branch(?: name)? .{0,300}(?:not found|does not exist)|"(?:source|destination)[^"]{0,300}":/i.test(text)) {
    return 'branch-not-found';
  }
  return undefined;
}

/** The meaning of a 400 or 409 response to a merge. */
export function explainMerge(refusal: string): ReturnType<MergeDialect['explain']> {
  if (/conflict/i.test(refusal)) return 'merge-conflict';
  if (/\b(?:build|pipeline)/i.test(refusal)) return 'checks-required';
  return /changed|out of date/i.test(refusal) ? 'unavailable' : 'merge-blocked';
}

/** Converts a build to a check. */
export function toCheck(value: unknown): CommitCheck {
  const build = asObject(value);
  const state = textOf(build, 'state');
  const name = optionalText(build, 'name') ?? textOf(build, 'key');
  return { name, state: state === 'SUCCESSFUL' ? 'passed' : state === 'INPROGRESS' ? 'pending' : 'failed' };
}
