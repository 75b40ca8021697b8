/** The events of code hosts that we care about, on any host. */
export type HostEvent = HostComment | EndedPullRequest | ChangedPullRequest | MovedBranches;

export interface HostComment {
  readonly kind: 'comment';
  /** `owner/name` as the host spells it. */
  readonly repository: string;
  readonly pullRequest: number;
  /** The host's ID of the comment, unique in the repository. */
  readonly commentId: string;
  readonly body: string;
  readonly author: HostPerson;
  /** Part of a review, or about a line: not merely a comment on the pull request. */
  readonly isReview: boolean;
  /** What the comment is about; null for the pull request as a whole. */
  readonly place: { readonly path: string; readonly line: number | null } | null;
}

export interface HostPerson {
  /** As the host's API expects it for looking up permissions. */
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

/** It was opened, or has another head. A hint: the host is asked for its current state. */
export interface ChangedPullRequest {
  readonly kind: 'pull-request-changed';
  readonly repository: string;
  readonly pullRequest: number;
  readonly by: string | null;
}

/** A push, including deletions. A hint: the host is asked where the branches are. */
export interface MovedBranches {
  readonly kind: 'branch-moved';
  readonly repository: string;
  readonly branches: readonly string[];
  readonly by: string | null;
}

/** An event that we have no use for, with the reason that is sent to the host. */
export interface Unwanted {
  readonly kind: 'unwanted';
  readonly reason: string;
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** One host's format: what its headers and bodies mean. */
export interface HookFormat {
  readonly isSigned: (request: {
    readonly headers: RequestHeaders;
    readonly body: Buffer;
    readonly secret: string;
    readonly nowMs: number;
  }) => boolean;
  /** The host's name of this delivery, or `undefined` if it sends none. */
  readonly deliveryId: (headers: RequestHeaders) => string | undefined;
  /** Throws `CodeHostError` for a body that lacks what its event must have. */
  readonly read: (headers: RequestHeaders, body: unknown) => HostEvent | Unwanted;
}

export const headerOf = (headers: RequestHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** A push of more branches isn't a person's work: existing previews are found when the heads are polled. */
const maxBranches = 100;
/** As long as the names that git accepts on most disks. */
const maxBranchCharacters = 250;

/** The branches that a push moved, from its references. Tags are ignored. */
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
