import { errorCodes, type ErrorCode } from '@docwright/contract';

/** A forbidden attempt, which is recorded in the audit log but not in the response. */
export interface RefusedAttempt {
  /** The name of the successful action in the audit log: `api_key.rolled`. */
  readonly action: string;
  readonly target?: { readonly kind: string; readonly id: string | null; readonly name?: string | null };
}

export interface ApiErrorExtras extends ErrorOptions {
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly attempt?: RefusedAttempt;
  /** Whether the response also contains the reason as `message`. */
  readonly hasMessage?: boolean;
}

/** The default retry time. A request that is refused as `unavailable` can be repeated, and the response says when. */
const usualRetrySeconds = '2';

/** An error for the caller. The code determines the status; the message contains the value and the allowed values. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ApiErrorExtras['details'];
  readonly headers: Readonly<Record<string, string>>;
  readonly attempt: RefusedAttempt | undefined;
  readonly hasMessage: boolean;

  constructor(code: ErrorCode, message: string, extras: ApiErrorExtras = {}) {
    super(message, extras);
    this.code = code;
    this.status = errorCodes[code].status;
    this.details = extras.details;
    this.headers = { ...(code === 'unavailable' && { 'retry-after': usualRetrySeconds }), ...extras.headers };
    this.attempt = extras.attempt;
    this.hasMessage = extras.hasMessage ?? false;
  }
}
