import { errorCodes, type ErrorCode } from '@docwright/contract';

/** A forbidden attempt: recorded in the audit log, not in the response. */
export interface RefusedAttempt {
  /** The name of the event that a success would have: `api_key.rolled`. */
  readonly action: string;
  readonly target?: { readonly kind: string; readonly id: string | null; readonly name?: string | null };
}

export interface ApiErrorExtras extends ErrorOptions {
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly attempt?: RefusedAttempt;
  /** The response also contains the text as `message`. */
  readonly hasMessage?: boolean;
}

/** An error that a caller may see. The code determines the status; the message names the value and what is allowed. */
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
    this.headers = extras.headers ?? {};
    this.attempt = extras.attempt;
    this.hasMessage = extras.hasMessage ?? false;
  }
}
