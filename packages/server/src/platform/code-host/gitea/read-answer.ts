import type {
  BranchProtection,
  CommentName,
  CommitCheck,
  FoundComment,
  PullRequest,
  RequiredChecks,
  RepositoryFacts,
  RepositoryPermission,
} from '../code-host.ts';
import { anyChecks, knownProtection } from '../branch-protection.ts';
import type { CodeHostErrorCode } from '../errors.ts';
import { asList, asObject, flagOf, numberOf, optionalObject, optionalText, textOf, type Json } from '../read-json.ts';
import { endsWithNumber } from '../rest-code-host.ts';
import type { MergeDialect } from '../rest-merge.ts';

/** One of Gitea's default prefixes for work in progress. */
export const DRAFT_PREFIX = 'WIP: ';

export function toRepositoryFacts(value: unknown): RepositoryFacts {
  const repository = asObject(value);
  const permissions = optionalObject(repository, 'permissions') ?? {};
  return {
    webUrl: textOf(repository, 'html_url'),
    defaultBranch: textOf(repository, 'default_branch'),
    permission:
      permissions['admin'] === true
        ? 'admin'
        : permissions['push'] === true
          ? 'write'
          : permissions['pull'] === true
            ? 'read'
            : 'none',
    private: repository['private'] === true,
    archived: repository['archived'] === true,
    takesPullRequests: repository['has_pull_requests'] !== false,
    fullName: textOf(repository, 'full_name'),
  };
}

/** A collaborator's permission. An owner has all permissions. */
export function toPermission(value: unknown): RepositoryPermission {
  const permission = textOf(asObject(value), 'permission');
  if (permission === 'owner' || permission === 'admin') return 'admin';
  return permission === 'write' || permission === 'read' ? permission : 'none';
}

/** Reads a branch's protection. Gitea itself applies the rules to the credential's user. */
export function toProtection(value: unknown): BranchProtection {
  const branch = asObject(value);
  const [mayPush, mayMerge] = [flagOf(branch, 'user_can_push'), flagOf(branch, 'user_can_merge')];
  if (!flagOf(branch, 'protected')) return knownProtection({ mayPush, mayMerge });
  return knownProtection({
    mayPush,
    mayMerge,
    requiresPullRequest: !mayPush,
    requiredApprovals: numberOf(branch, 'required_approvals'),
    ...(flagOf(branch, 'enable_status_check') && { requiredChecks: toRequiredChecks(branch['status_check_contexts']) }),
  });
}

/** Requires all checks without patterns, as Gitea does, or if a pattern has wildcards other than `*`. */
function toRequiredChecks(contexts: unknown): RequiredChecks {
  const names = Array.isArray(contexts) ? contexts.map(String) : [];
  const isKnown = names.length > 0 && names.every((name) => !/[?[\]{}!\\]/.test(name));
  return isKnown ? { names, others: 0 } : anyChecks;
}

/** Each context's newest status. */
export function toChecks(value: unknown): readonly CommitCheck[] {
  // Null if the commit has no status.
  return asList(asObject(value)['statuses'] ?? []).map((item) => {
    const status = asObject(item);
    const state = textOf(status, 'status');
    const isPassed = state === 'success' || state === 'warning';
    return { name: textOf(status, 'context'), state: isPassed ? 'passed' : state === 'pending' ? 'pending' : 'failed' };
  });
}

export function isOfRepository(value: unknown): boolean {
  const pull = asObject(value);
  const [head, base] = [asObject(pull['head']), asObject(pull['base'])];
  return head['repo_id'] === base['repo_id'];
}

export function toPullRequest(value: unknown): Omit<PullRequest, 'fromFork'> {
  const pull = asObject(value);
  const [head, base] = [asObject(pull['head']), asObject(pull['base'])];
  const title = textOf(pull, 'title');
  const isDraft = title.startsWith(DRAFT_PREFIX);
  return {
    number: numberOf(pull, 'number'),
    url: textOf(pull, 'html_url'),
    state: pull['merged'] === true ? 'merged' : pull['state'] === 'open' ? 'open' : 'closed',
    draft: isDraft || pull['draft'] === true,
    title: isDraft ? title.slice(DRAFT_PREFIX.length) : title,
    author: optionalText(optionalObject(pull, 'user') ?? {}, 'login') ?? null,
    body: optionalText(pull, 'body') ?? '',
    headBranch: textOf(head, 'ref'),
    headSha: textOf(head, 'sha'),
    baseBranch: textOf(base, 'ref'),
  };
}

/** Parses a comment. Returns `undefined` if the address of its page doesn't contain the pull request's number. */
export function toComment(value: unknown, pullRequest: number): FoundComment | undefined {
  const comment = asObject(value);
  // One of the two fields is empty, depending on where the comment is.
  const page = (optionalText(comment, 'pull_request_url') ?? '') || (optionalText(comment, 'issue_url') ?? '');
  return endsWithNumber(page, pullRequest) ? toFound(comment, false) : undefined;
}

/** Finds a review by its author and text, because reviews have no ID in Gitea's events. */
export function findReview(value: unknown, { author, body }: CommentName): FoundComment | undefined {
  return asList(value)
    .flatMap((review) => toFound(asObject(review), true) ?? [])
    .find((review) => review.author.id === author.id && review.body === body);
}

/** Returns `undefined` for a deleted account. */
function toFound(comment: Json, isReview: boolean): FoundComment | undefined {
  const user = optionalObject(comment, 'user');
  if (user === undefined) return undefined;
  const name = textOf(user, 'login');
  const body = optionalText(comment, 'body') ?? '';
  return { body, author: { id: name, name, isBot: false }, isReview, place: null };
}

export function explainCreate(value: unknown): CodeHostErrorCode | undefined {
  const text = JSON.stringify(value ?? '');
  if (/already exists/i.test(text)) return 'pull-request-exists';
  if (/same branch|no changes|no commits|nothing to compare/i.test(text)) return 'nothing-to-compare';
  return undefined;
}

/**
 * The meaning of a 405 or 409 response to a merge. Gitea's message is "try again later" both for a conflict and for a
 * running check.
 */
export function explainMerge(refusal: string, found: unknown): ReturnType<MergeDialect['explain']> {
  if (/head out of date/i.test(refusal)) return 'head-moved';
  if (/push out of date/i.test(refusal)) return 'unavailable';
  if (/merge style/i.test(refusal)) return 'other-way';
  if (/not allowed to merge/i.test(refusal)) return 'forbidden';
  if (/status check/i.test(refusal)) return 'checks-required';
  if (/try again later/i.test(refusal)) {
    return asObject(found)['mergeable'] === true ? 'unavailable' : 'merge-conflict';
  }
  return /conflict|unrelated histories|"StdErr"/i.test(refusal) ? 'merge-conflict' : 'merge-blocked';
}
