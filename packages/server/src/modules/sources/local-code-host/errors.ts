export type LocalCodeHostErrorCode =
  | 'comment-refused'
  | 'repository-not-found'
  | 'repository-name-taken'
  | 'invalid-repository-name'
  | 'pull-request-not-found'
  | 'pull-request-not-open'
  | 'pull-request-not-closed'
  | 'pull-request-exists'
  | 'nothing-to-compare'
  | 'nothing-to-commit'
  | 'branch-not-found'
  | 'branch-in-use'
  | 'head-moved'
  | 'merge-conflict'
  | 'branch-moved'
  | 'source-folder-unreadable';

/** A refusal by the embedded code host. The message is meant for people and names the given value. */
export class LocalCodeHostError extends Error {
  override readonly name = 'LocalCodeHostError';
  readonly code: LocalCodeHostErrorCode;
  /** Files that could not be merged, for `merge-conflict`. */
  readonly paths: readonly string[];

  constructor(
    code: LocalCodeHostErrorCode,
    message: string,
    options: ErrorOptions & { paths?: readonly string[] } = {},
  ) {
    super(message, options);
    this.code = code;
    this.paths = options.paths ?? [];
  }
}

export function isLocalCodeHostError(error: unknown, code?: LocalCodeHostErrorCode): error is LocalCodeHostError {
  return error instanceof LocalCodeHostError && (code === undefined || error.code === code);
}
