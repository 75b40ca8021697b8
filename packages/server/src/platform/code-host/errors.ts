export type CodeHostErrorCode =
  | 'unauthorized'
  | 'forbidden'
  | 'repository-not-found'
  | 'pull-request-not-found'
  | 'branch-not-found'
  | 'pull-request-exists'
  | 'nothing-to-compare'
  | 'pull-request-not-open'
  | 'head-moved'
  | 'merge-conflict'
  | 'checks-required'
  | 'merge-blocked'
  | 'invalid-request'
  | 'rate-limited'
  | 'unavailable'
  | 'outcome-unknown'
  | 'cancelled'
  | 'unexpected-answer'
  | 'invalid-repository-name';

/**
 * Codes after which the same call may succeed later. `outcome-unknown` isn't included, because the caller must first
 * list the objects.
 */
const RETRYABLE: ReadonlySet<CodeHostErrorCode> = new Set(['rate-limited', 'unavailable']);

/** A code host's refusal or failure. The message is safe to show to a tenant. */
export class CodeHostError extends Error {
  override readonly name = 'CodeHostError';
  readonly code: CodeHostErrorCode;
  readonly retryable: boolean;
  /** The delay that the host requested, or `undefined`. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: CodeHostErrorCode,
    message: string,
    options: ErrorOptions & { retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.retryable = RETRYABLE.has(code);
    this.retryAfterMs = options.retryAfterMs;
  }
}

export function isCodeHostError(error: unknown, code?: CodeHostErrorCode): error is CodeHostError {
  return error instanceof CodeHostError && (code === undefined || error.code === code);
}
