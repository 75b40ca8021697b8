/** What a code host told us that we care about, whatever host it is. */
export type HostEvent = HostComment | EndedPullRequest | ChangedPullRequest | MovedBranches;

export interface HostComment {
  readonly kind: 'comment';
  /** `owner/name` as the host spells it. */
  readonly repository: string;
  readonly pullRequest: number;
  /** The host's id of the comment, unique in the repository. */
  readonly commentId: string;
  readonly body: string;
  readonly author: HostPerson;
  /** Part of a review, or about a line: not merely said on the pull request. */
  readonly isReview: boolean;
  /** What the comment is about; null for the pull request as a whole. */
  readonly place: { readonly path: string; readonly line: number | null } | null;
}

export interface HostPerson {
  /** As the host's API takes it to look up permissions. */
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

/** It was opened, or has another head. A hint: the host is asked what it is now. */
export interface ChangedPullRequest {
  readonly kind: 'pull-request-changed';
  readonly repository: string;
  readonly pullRequest: number;
  readonly by: string | null;
}

/** A push, also one that deletes. A hint: the host is asked where the branches are. */
export interface MovedBranches {
  readonly kind: 'branch-moved';
  readonly repository: string;
  readonly branches: readonly string[];
  readonly by: string | null;
}

/** An event that we have no use for, with the reason that the host is told. */
export interface Unwanted {
  readonly kind: 'unwanted';
  readonly reason: string;
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** One host's way of posting: which header is what, and what its bodies say. */
export interface HookFormat {
  readonly isSigned: (request: {
    readonly headers: RequestHeaders;
    readonly body: Buffer;
    readonly secret: string;
    readonly nowMs: number;
  }) => boolean;
  /** The host's name of this delivery; undefined when it gives none. */
  readonly deliveryId: (headers: RequestHeaders) => string | undefined;
  /** Throws `CodeHostError` for a body that lacks what its event must have. */
  readonly read: (headers: RequestHeaders, body: unknown) => HostEvent | Unwanted;
}

export const headerOf = (headers: RequestHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** More in one push are no work of people: previews that exist are found by the look at the heads. */
const maxBranches = 100;
/** As long as git takes names on most disks. */
const maxBranchCharacters = 250;

/** Of a push, from the references that it moved. Tags are of no use. */
export function readMoved(
  refs: readonly string[],
  from: { readonly repository: string; readonly by: string | null },
): MovedBranches | Unwanted {
  const branches = refs
    .flatMap((ref) => (ref.startsWith('refs/heads/') ? [ref.slice('refs/heads/'.length)] : []))
    .filter(({ length }) => length <= maxBranchCharacters);
  if (branches.length === 0) return unwanted('the push moved no branch');
  return { kind: 'branch-moved', branches: branches.slice(0, maxBranches), ...from };
}

export const unwanted = (reason: string): Unwanted => ({ kind: 'unwanted', reason });
