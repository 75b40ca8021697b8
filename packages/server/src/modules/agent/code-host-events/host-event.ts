/** The events of code hosts that we handle, for any host. */
export type HostEvent = HostComment | EndedPullRequest | ChangedPullRequest | MovedBranches;

export interface HostComment {
  readonly kind: 'comment';
  /** The repository: `owner/name` as the host spells it. */
  readonly repository: string;
  /** The number of the pull request, or of the issue if `isOnIssue`. Only some hosts number both together. */
  readonly pullRequest: number;
  readonly isOnIssue?: boolean;
  /** The pull request or issue that the comment is on. Anyone can have written it. */
  readonly subject?: CommentedSubject;
  /** The host's ID of the comment, unique in the repository. */
  readonly commentId: string;
  readonly body: string;
  readonly author: HostPerson;
  /** Whether the comment is part of a review or about a line, rather than on the pull request as a whole. */
  readonly isReview: boolean;
  /** The location of the comment; null for the pull request as a whole. */
  readonly place: { readonly path: string; readonly line: number | null } | null;
}

export interface CommentedSubject {
  readonly title: string;
  readonly text: string;
}

export interface HostPerson {
  /** The ID with which the host's API finds permissions. */
  readonly id: string;
  readonly name: string;
  readonly isBot: boolean;
}

export interface EndedPullRequest {
  readonly kind: 'pull-request-ended';
  readonly repository: string;
  readonly pullRequest: number;
  readonly state: 'closed' | 'merged';
  readonly by: string | null;
}

/** A pull request that was opened or has a new head. This is a hint: the host is queried for its current state. */
export interface ChangedPullRequest {
  readonly kind: 'pull-request-changed';
  readonly repository: string;
  readonly pullRequest: number;
  readonly by: string | null;
}

/** A push, including deletions. This is a hint: the host is queried for the current branches. */
export interface MovedBranches {
  readonly kind: 'branch-moved';
  readonly repository: string;
  readonly branches: readonly string[];
  readonly by: string | null;
}

/** An event that is not handled, with the reason that is sent to the host. */
export interface Unwanted {
  readonly kind: 'unwanted';
  readonly reason: string;
}

/** Maximum length of a subject's text. Longer text is truncated, because events are stored. */
const maxSubjectText = 20_000;

/** Returns the subject of a comment, or an empty object if the payload has no title. */
export function toSubject(title: string | undefined, text = ''): { readonly subject?: CommentedSubject } {
  if (title === undefined) return {};
  return { subject: { title: title.slice(0, 1_000), text: text.slice(0, maxSubjectText) } };
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** One host's format of headers and bodies. */
export interface HookFormat {
  readonly isSigned: (request: {
    readonly headers: RequestHeaders;
    readonly body: Buffer;
    readonly secret: string;
    readonly nowMs: number;
  }) => boolean;
  /** The host's name for this delivery, or `undefined` if it sends no name. */
  readonly deliveryId: (headers: RequestHeaders) => string | undefined;
  /** Reads an event. Throws `CodeHostError` for a body that lacks a required field of its event. */
  readonly read: (headers: RequestHeaders, body: unknown) => HostEvent | Unwanted;
}

export const headerOf = (headers: RequestHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/**
 * Maximum number of branches in a push. A larger push isn't a person's work; existing previews are found when the heads
 * are polled.
 */
const maxBranches = 100;
/** The maximum length of names that git accepts on most disks. */
const maxBranchCharacters = 250;

/** Returns the branches that a push moved, according to its references. Tags are ignored. */
export function readMoved(
  refs: readonly string[],
  from: { readonly repository: string; readonly by: string | null },
): MovedBranches | Unwanted {
  const branches = refs
    .flatMap((ref) => (ref.startsWith('refs/heads/') ? [ref.slice('refs/heads/'.length)] : []))
    .filter(({ length }) => length <= maxBranchCharacters);
  if (branches.length === 0) return unwanted("the push didn't update a branch");
  return { kind: 'branch-moved', branches: branches.slice(0, maxBranches), ...from };
}

export const unwanted = (reason: string): Unwanted => ({ kind: 'unwanted', reason });
