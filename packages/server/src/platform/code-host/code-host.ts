/**
 * The port to a code host: the operations that Docwright needs on GitHub, GitLab, Gitea, Bitbucket, or the embedded
 * host. One `CodeHost` is bound to one repository.
 *
 * Invariants of every adapter (tested by `testing/code-host-contract.ts`):
 * H1  Every method throws only `CodeHostError`, with a code that determines what to do.
 * H2  No error, log line, or returned value contains a credential.
 * H3  Reading methods may be repeated. Writing methods never repeat a request whose outcome is unknown: they throw
 *     `outcome-unknown`, and the caller must list the objects before retrying.
 * H4  Pull requests are identified by the host's number, and can be found by head branch in any state.
 * H5  Text is passed on byte for byte; the host decides how to show it.
 */
import type { ConnectedHostKind } from '@docwright/contract';

export type CodeHostKind = 'local' | ConnectedHostKind;

/** `read` allows fetching; `write` allows pushing branches and creating pull requests. */
export type RepositoryPermission = 'none' | 'read' | 'write' | 'admin';

export interface RepositoryFacts {
  /** The repository's web page. */
  readonly webUrl: string;
  readonly defaultBranch: string;
  readonly permission: RepositoryPermission;
  readonly private: boolean;
  /** Whether the repository is archived, so that nothing can be pushed to it. */
  readonly archived: boolean;
  /** False if its owners have turned off pull requests. */
  readonly takesPullRequests: boolean;
  /** The host's current spelling of `owner/name`, which differs from the requested name after a rename. */
  readonly fullName: string;
}

export type PullRequestState = 'open' | 'closed' | 'merged';

export interface PullRequest {
  readonly number: number;
  readonly url: string;
  readonly state: PullRequestState;
  readonly draft: boolean;
  readonly title: string;
  /**
   * The author's name as the host shows it; null if the host doesn't report it, for example after the account was
   * deleted.
   */
  readonly author: string | null;
  readonly body: string;
  readonly headBranch: string;
  /** The head branch's newest commit on the host; Bitbucket returns only its first 12 digits. */
  readonly headSha: string;
  readonly baseBranch: string;
  /** Whether the head branch is in another repository. */
  readonly fromFork: boolean;
}

export interface PullRequestQuery {
  readonly headBranch: string;
  /** Text that the body contains, such as `<!-- docwright:job=… -->`. Narrows the results. */
  readonly marker?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface OpenPullRequests {
  readonly items: readonly PullRequest[];
  readonly isWhole: boolean;
  /** The `ETag` of the host's response; `undefined` if the response has none. */
  readonly tag?: string | undefined;
}

export interface OpenPullRequestsQuery {
  /** The `ETag` of a response that the caller has already processed. If it still matches, the result is `unchanged`. */
  readonly unlessTag?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface NewPullRequest {
  readonly headBranch: string;
  readonly baseBranch: string;
  /** 1 to 256 characters. */
  readonly title: string;
  /** At most 65,536 characters. */
  readonly body: string;
  readonly draft: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface PullRequestChange {
  readonly title?: string;
  readonly body?: string;
  readonly state?: 'open' | 'closed';
  readonly signal?: AbortSignal | undefined;
}

/**
 * A branch's protection, as it applies to this credential. Rules from which the credential is exempt are included,
 * because they apply to the people on whose behalf it acts.
 */
export type BranchProtection =
  | {
      readonly kind: 'known';
      /** False if a rule forbids, or may forbid, direct pushes by this credential. */
      readonly mayPush: boolean;
      /** False if a rule forbids, or may forbid, merges by this credential. */
      readonly mayMerge: boolean;
      readonly requiresPullRequest: boolean;
      /** Number of approvals that a pull request needs. */
      readonly requiredApprovals: number;
      /** The status checks, pipelines or builds that must pass before a merge. */
      readonly requiredChecks: RequiredChecks;
    }
  /** The credential can't read the rules. Callers must assume that the branch is protected. */
  | { readonly kind: 'unknown'; readonly reason: string };

export interface RequiredChecks {
  /** Checks that the rules name. `*` matches any text. */
  readonly names: readonly string[];
  /** The named checks whose name isn't a pattern, or that count only if a certain app reports them. */
  readonly exact?: readonly ExactCheck[];
  /** Minimum number of other checks. If it isn't 0, all of the commit's checks must pass. */
  readonly others: number;
}

export interface ExactCheck {
  readonly name: string;
  /** ID or short name of the app that must report the check, or `workflowRun`. If absent, anyone can report it. */
  readonly app?: number | string;
  /** Whether the check must have a result: a skipped or neutral check doesn't count as passed. */
  readonly needsResult?: true;
}

/**
 * Used in place of the app if the code host itself ran a workflow, in which case the check's name is the workflow's
 * path. No app has this name.
 */
export const workflowRun = 'workflow run';

export interface CheckedHead {
  readonly commit: string;
  /** The commit's pull request, which can have additional checks. */
  readonly pullRequest: number;
  readonly required: RequiredChecks;
}

/** A check of a commit: a status, a check run, a job of a pipeline, or a build. */
export interface CommitCheck {
  readonly name: string;
  /** The host's ID of the app that reported the check; absent if the host doesn't report it. */
  readonly app?: number;
  /** The app's short name on the host, or `workflowRun`. */
  readonly appName?: string;
  /** Whether the check counts as passed although it was skipped or is neutral. */
  readonly isInconclusive?: true;
  readonly state: 'passed' | 'failed' | 'pending';
}

export interface MergeRequest {
  /** The head that was reviewed, 40 hexadecimal digits: a pull request with a different head is not merged. */
  readonly expectedHead: string;
  /** The person who merges, for the embedded host, on which people have no accounts. */
  readonly by: string;
  readonly signal?: AbortSignal | undefined;
}

export interface MergeResult {
  readonly pullRequest: PullRequest;
  /** Whether the pull request had already been merged with this head before this call. */
  readonly wasMerged: boolean;
}

export interface PullRequestPeople {
  /** Label names. Labels that the repository lacks are created if the host allows it. */
  readonly labels: readonly string[];
  /** User names of the people to request reviews from. */
  readonly reviewers: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** A status shown next to a commit and its pull requests. */
export interface CommitStatus {
  readonly sha: string;
  /** `docwright/preview`. At most 40 characters. */
  readonly context: string;
  readonly state: 'pending' | 'success' | 'failure';
  /** At most 140 characters, the limit of GitHub. */
  readonly description: string;
  readonly url: string;
}

/**
 * The requested people and labels that the host refused (unknown reviewer, label not allowed); these never make a job
 * fail.
 */
export interface PeopleResult {
  readonly refusedLabels: readonly string[];
  readonly refusedReviewers: readonly string[];
}

/** A person on the host, as identified in its events. */
export interface HostPerson {
  /** GitHub, Gitea: the login. GitLab: the number. Bitbucket: the uuid in braces. */
  readonly id: string;
}

/** The number of a pull request or an issue. Only some hosts number both together. */
export type CommentedNumber = number | { readonly issue: number };

/** A comment as identified in an event from the host, which is sufficient to look it up. */
export interface CommentName {
  /** The number of the pull request, or of the issue if `isOnIssue`. */
  readonly pullRequest: number;
  readonly isOnIssue?: boolean;
  /**
   * The comment's kind and number on the host: `comment-7`, `review-comment-7`, `review-7`, `note-7`,
   * `issue-comment-7`.
   */
  readonly commentId: string;
  /** The claimed author, without whom Gitea's reviews can't be found. */
  readonly author: HostPerson;
  readonly body: string;
}

/** A comment as the host itself returns it. */
export interface FoundComment {
  readonly body: string;
  readonly author: HostPerson & {
    readonly name: string;
    readonly isBot: boolean;
  };
  /** Whether the comment is part of a review or about a line, rather than about the pull request as a whole. */
  readonly isReview: boolean;
  /** The subject of the comment; null for the pull request as a whole. */
  readonly place: { readonly path: string; readonly line: number | null } | null;
}

export interface GitAccess {
  /** Address to clone from, without credentials. */
  readonly url: string;
  /** The `Authorization` header for that address; `undefined` if none is needed. */
  readonly authorization: () => Promise<string | undefined>;
}

export interface CodeHost {
  readonly kind: CodeHostKind;
  readonly gitAccess: GitAccess;
  /** Preflight. Errors: repository-not-found (including if this credential can't see it), unauthorized. */
  getRepository(signal?: AbortSignal): Promise<RepositoryFacts>;
  /**
   * A branch's protection; `unknown` if it includes rules that the credential can't read or that this version doesn't
   * recognize. Errors: branch-not-found (if the host reports it).
   */
  getBranchProtection(branch: string, signal?: AbortSignal): Promise<BranchProtection>;
  /** All pull requests whose head branch is in this repository, in any state, newest first. */
  listPullRequests(query: PullRequestQuery): Promise<readonly PullRequest[]>;
  /** Returns a pull request in any state. Errors: pull-request-not-found. */
  getPullRequest(number: number, signal?: AbortSignal): Promise<PullRequest>;
  /**
   * Git reference of a pull request's head, including heads in forks; `undefined` if the host has no such references.
   */
  readonly pullRequestRef: ((number: number) => string) | undefined;
  /**
   * Open pull requests, including those from forks, most recently changed first. Returns one of the host's pages;
   * `isWhole` is true for the last page.
   */
  listOpenPullRequests(query?: OpenPullRequestsQuery): Promise<OpenPullRequests | 'unchanged'>;
  /**
   * Creates a pull request. Errors: pull-request-exists (if one is open for that head and base), nothing-to-compare,
   * branch-not-found, outcome-unknown.
   */
  createPullRequest(request: NewPullRequest): Promise<PullRequest>;
  /**
   * Turns an open pull request back into a draft. May be repeated. Returns false if the host doesn't support this or
   * refuses.
   */
  makeDraft(number: number, signal?: AbortSignal): Promise<boolean>;
  /** Changes a pull request. Errors: pull-request-not-found, outcome-unknown (can be repeated safely). */
  updatePullRequest(number: number, change: PullRequestChange): Promise<PullRequest>;
  /**
   * Creates a merge commit; squashes or rebases if the repository doesn't allow merge commits, or if the host is
   * configured to. May be repeated: a pull request already merged with this head is a success. Bitbucket doesn't accept
   * an expected head, so the head is compared just before the merge, and a push after the comparison is also merged.
   * Errors: pull-request-not-found, pull-request-not-open, head-moved, merge-conflict, checks-required, merge-blocked
   * (a draft, a missing approval, another rule of the branch), forbidden, unavailable, outcome-unknown.
   */
  mergePullRequest(number: number, merge: MergeRequest): Promise<MergeResult>;
  /**
   * Adds a comment. Returns the comment's page, and its ID for `updateComment`. Errors: pull-request-not-found,
   * outcome-unknown.
   */
  comment(
    on: CommentedNumber,
    body: string,
    signal?: AbortSignal,
  ): Promise<{ readonly url: string; readonly id: string }>;
  /** ID of the oldest comment that contains this text, among the first thousand. Errors: pull-request-not-found. */
  findCommentWith(on: CommentedNumber, text: string, signal?: AbortSignal): Promise<string | undefined>;
  /**
   * Changes a comment. Errors: pull-request-not-found (including if the comment was deleted), outcome-unknown (can be
   * repeated safely).
   */
  updateComment(
    comment: { readonly number: number; readonly id: string },
    body: string,
    signal?: AbortSignal,
  ): Promise<void>;
  /**
   * Creates the repository's hook for pushes, pull requests, and comments. Returns its ID on the host. Errors:
   * forbidden or repository-not-found (if the credential lacks permission), outcome-unknown.
   */
  installHook(hook: { readonly url: string; readonly secret: string }, signal?: AbortSignal): Promise<string>;
  /**
   * Sets a status, which replaces an earlier status with the same context. May be repeated. Errors: forbidden,
   * repository-not-found.
   */
  setStatus(status: CommitStatus, signal?: AbortSignal): Promise<void>;
  /**
   * The newest result of each check of a pull request's head. Checks that only some rules require are read only if
   * `required` includes them. Errors: forbidden, repository-not-found.
   */
  listChecks(head: CheckedHead, signal?: AbortSignal): Promise<readonly CommitCheck[]>;
  /** Returns `undefined` if the comment isn't on that pull request, or was deleted. */
  findComment(name: CommentName, signal?: AbortSignal): Promise<FoundComment | undefined>;
  /**
   * Another user's permission for the repository. Errors: forbidden (if this credential can't read it). Unknown users
   * have `none`.
   */
  permissionOf(person: HostPerson, signal?: AbortSignal): Promise<RepositoryPermission>;
  /** Adds people and labels, and never removes any. May be repeated. Errors: pull-request-not-found. */
  setPeople(number: number, people: PullRequestPeople): Promise<PeopleResult>;
}

/** Whether a head reported by the host is this commit. Bitbucket reports only its first 12 digits. */
export const isHead = (reported: string, commit: string): boolean =>
  reported.length >= 12 && commit.startsWith(reported);
