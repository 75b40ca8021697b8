/**
 * The port to a code host: what Docwright needs of GitHub, GitLab, Gitea, Bitbucket or the embedded host.
 * One `CodeHost` is bound to one repository.
 *
 * Invariants that every adapter keeps (`code-host.contract.ts` proves them)
 * H1  Every method throws `CodeHostError` and nothing else, with a code that says what to do.
 * H2  No error, log line or returned value holds a credential.
 * H3  Reading methods may be repeated at will. Writing methods never repeat a request whose outcome is unknown: they
 *     throw `outcome-unknown`, and the caller lists before it tries again.
 * H4  Pull requests are named by the number that the host gave, and found by head branch in every state.
 * H5  Text is passed on byte for byte; the host decides how it is shown.
 */
export type CodeHostKind = 'local' | 'github' | 'gitlab' | 'gitea' | 'bitbucket';

/** `read` can fetch, `write` can push branches and make pull requests. */
export type RepositoryPermission = 'none' | 'read' | 'write' | 'admin';

export interface RepositoryFacts {
  /** Page of the repository for a person. */
  readonly webUrl: string;
  readonly defaultBranch: string;
  readonly permission: RepositoryPermission;
  readonly private: boolean;
  /** Nothing can be pushed to an archived repository. */
  readonly archived: boolean;
  /** False where its owners have switched pull requests off. */
  readonly takesPullRequests: boolean;
  /** `owner/name` as the host spells it now: differs from what was asked for after a rename. */
  readonly fullName: string;
}

export type PullRequestState = 'open' | 'closed' | 'merged';

export interface PullRequest {
  readonly number: number;
  readonly url: string;
  readonly state: PullRequestState;
  readonly draft: boolean;
  readonly title: string;
  /** Who opened it, as the host shows them; null where it doesn't say, as for an account that is gone. */
  readonly author: string | null;
  readonly body: string;
  readonly headBranch: string;
  /** The newest commit of the head branch, as far as the host knows; Bitbucket tells its first 12 digits. */
  readonly headSha: string;
  readonly baseBranch: string;
  /** The head branch is another repository's. */
  readonly fromFork: boolean;
}

export interface PullRequestQuery {
  readonly headBranch: string;
  /** Text that the body holds, such as `<!-- docwright:job=… -->`. Narrows the answer. */
  readonly marker?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface OpenPullRequests {
  readonly items: readonly PullRequest[];
  readonly isWhole: boolean;
  /** The host's `ETag` of the answer; undefined where it gives none. */
  readonly tag?: string | undefined;
}

export interface OpenPullRequestsQuery {
  /** Of an answer of this repository that the caller has gone through: an equal one is `unchanged`. */
  readonly unlessTag?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface NewPullRequest {
  readonly headBranch: string;
  readonly baseBranch: string;
  /** 1…256 characters. */
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

export interface MergeRequest {
  /** The head that whoever merges has looked at, 40 hexadecimal digits: a pull request with another one is not merged. */
  readonly expectedHead: string;
  /** Who merges, for a host that has no account of theirs: the embedded one names them. */
  readonly by: string;
  readonly signal?: AbortSignal | undefined;
}

export interface MergeResult {
  readonly pullRequest: PullRequest;
  /** It was merged with this head before anybody asked for it here. */
  readonly wasMerged: boolean;
}

export interface PullRequestPeople {
  /** Label names; labels that the repository lacks are made where the host can. */
  readonly labels: readonly string[];
  /** User names to ask for review. */
  readonly reviewers: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** What is told beside a commit and its pull requests. */
export interface CommitStatus {
  readonly sha: string;
  /** `docwright/preview`. At most 40 characters. */
  readonly context: string;
  readonly state: 'pending' | 'success' | 'failure';
  /** At most 140 characters: GitHub takes no more. */
  readonly description: string;
  readonly url: string;
}

/** Which of the wishes the host did not grant (unknown reviewer, label not allowed): never a reason to fail a job. */
export interface PeopleResult {
  readonly refusedLabels: readonly string[];
  readonly refusedReviewers: readonly string[];
}

/** Somebody on the host, as its events name people. */
export interface HostPerson {
  /** GitHub, Gitea: the login. GitLab: the number. Bitbucket: the uuid in braces. */
  readonly id: string;
}

/** A comment as an event of the host named it: what there is to look it up by. */
export interface CommentName {
  readonly pullRequest: number;
  /** The host's kind and number of it: `comment-7`, `review-comment-7`, `review-7`, `note-7`. */
  readonly commentId: string;
  /** What it is said to be: Gitea's reviews are found by nothing else. */
  readonly author: HostPerson;
  readonly body: string;
}

/** A comment as the host itself tells it. */
export interface FoundComment {
  readonly body: string;
  readonly author: HostPerson & {
    readonly name: string;
    readonly isBot: boolean;
  };
  /** Part of a review, or about a line: not merely said on the pull request. */
  readonly isReview: boolean;
  /** What the comment is about; null for the pull request as a whole. */
  readonly place: { readonly path: string; readonly line: number | null } | null;
}

export interface GitAccess {
  /** Address to clone from, without credentials. */
  readonly url: string;
  /** Value of the `Authorization` header for that address; undefined where none is needed. */
  readonly authorization: () => Promise<string | undefined>;
}

export interface CodeHost {
  readonly kind: CodeHostKind;
  readonly gitAccess: GitAccess;
  /** Pre-flight. Errors: repository-not-found (also: not visible to this credential), unauthorized. */
  getRepository(signal?: AbortSignal): Promise<RepositoryFacts>;
  /** Every pull request of the head branch of this same repository, whatever its state, newest first. Empty when there is none. */
  listPullRequests(query: PullRequestQuery): Promise<readonly PullRequest[]>;
  /** Errors: pull-request-not-found. */
  getPullRequest(number: number, signal?: AbortSignal): Promise<PullRequest>;
  /** Git reference of a pull request's head, also of a fork's; undefined where the host has none. */
  readonly pullRequestRef: ((number: number) => string) | undefined;
  /** Open ones, also of forks, those that changed last first: one page of the host, `isWhole` where there are no more. */
  listOpenPullRequests(query?: OpenPullRequestsQuery): Promise<OpenPullRequests | 'unchanged'>;
  /** Errors: pull-request-exists (one is open for that head and base), nothing-to-compare, branch-not-found, outcome-unknown. */
  createPullRequest(request: NewPullRequest): Promise<PullRequest>;
  /** Takes an open pull request back to a draft; may be repeated. False where the host can't, or refuses. */
  makeDraft(number: number, signal?: AbortSignal): Promise<boolean>;
  /** Errors: pull-request-not-found, outcome-unknown (repeating it does no harm). */
  updatePullRequest(number: number, change: PullRequestChange): Promise<PullRequest>;
  /**
   * By a merge commit; by squashing or rebasing where the repository allows no merge commits, or as the host is set.
   * May be repeated: one that is merged with this head already is answered, not refused. Bitbucket can't be told the
   * head, so there it is compared just before, and a push within that moment is merged too.
   * Errors: pull-request-not-found, pull-request-not-open, head-moved, merge-conflict, checks-required, merge-blocked
   * (a draft, a missing approval, another rule of the branch), forbidden, unavailable, outcome-unknown.
   */
  mergePullRequest(number: number, merge: MergeRequest): Promise<MergeResult>;
  /** Errors: pull-request-not-found, outcome-unknown. Returns the comment's page, and its id for `updateComment`. */
  comment(number: number, body: string, signal?: AbortSignal): Promise<{ readonly url: string; readonly id: string }>;
  /** Id of the oldest comment that holds a text. Looks at the first thousand. Errors: pull-request-not-found. */
  findCommentWith(number: number, text: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Errors: pull-request-not-found (or the comment is gone), outcome-unknown (repeating it does no harm). */
  updateComment(
    comment: { readonly number: number; readonly id: string },
    body: string,
    signal?: AbortSignal,
  ): Promise<void>;
  /**
   * Makes the repository's own hook that tells of pushes, pull requests and comments. Returns the host's id of it.
   * Errors: forbidden or repository-not-found (the credential may not), outcome-unknown.
   */
  installHook(hook: { readonly url: string; readonly secret: string }, signal?: AbortSignal): Promise<string>;
  /** A later one of the same context takes its place; may be repeated. Errors: forbidden, repository-not-found. */
  setStatus(status: CommitStatus, signal?: AbortSignal): Promise<void>;
  /** Undefined: there is no such comment on that pull request (any more). */
  findComment(name: CommentName, signal?: AbortSignal): Promise<FoundComment | undefined>;
  /** What somebody else may do here. Errors: forbidden (this credential may not ask). Unknown people have `none`. */
  permissionOf(person: HostPerson, signal?: AbortSignal): Promise<RepositoryPermission>;
  /** Adds; takes nothing away. May be repeated. Errors: pull-request-not-found. */
  setPeople(number: number, people: PullRequestPeople): Promise<PeopleResult>;
}

/** Whether a host's telling of a head means this commit: Bitbucket tells its first 12 digits. */
export const isHead = (told: string, commit: string): boolean => told.length >= 12 && commit.startsWith(told);
