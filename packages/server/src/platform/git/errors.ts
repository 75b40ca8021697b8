/** All error codes of access to a git repository, as a closed list for exhaustive switches. */
export type GitErrorCode =
  | 'repository-not-found'
  | 'repository-moved'
  | 'permission-denied'
  | 'branch-not-found'
  | 'commit-not-found'
  | 'folder-not-found'
  | 'empty-repository'
  | 'too-large'
  | 'timeout'
  | 'cancelled'
  | 'unreachable'
  | 'corrupt-repository'
  /** A repository in the data folder lost files. The message names the lost part; only an operator can restore it. */
  | 'repository-damaged'
  | 'disk-full'
  | 'invalid-ref-name'
  | 'invalid-path'
  | 'invalid-remote'
  | 'protected-branch'
  | 'overlay-mismatch'
  | 'git-missing'
  | 'git-failed';

/** Codes after which the same call may succeed later. */
const RETRYABLE: ReadonlySet<GitErrorCode> = new Set(['timeout', 'unreachable']);

/**
 * A failure of git with a stable code. The message is safe to show to a tenant: it never contains a token, a URL with
 * credentials, a path on this machine, or git's own output.
 */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly code: GitErrorCode;
  readonly retryable: boolean;

  constructor(code: GitErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.retryable = RETRYABLE.has(code);
  }
}

export function isGitError(error: unknown, code?: GitErrorCode): error is GitError {
  return error instanceof GitError && (code === undefined || error.code === code);
}

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new GitError('cancelled', 'The git command was canceled.', { cause: signal.reason });
}
