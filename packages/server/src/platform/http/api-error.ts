import { errorCodes, type ErrorCode } from '@docwright/contract';

/** What somebody tried who may not: the audit log has it, the answer doesn't. */
export interface RefusedAttempt {
  /** As the event of a success is called: `api_key.rolled`. */
  readonly action: string;
  readonly target?: { readonly kind: string; readonly id: string | null; readonly name?: string | null };
}

export interface ApiErrorExtras extends ErrorOptions {
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly attempt?: RefusedAttempt;
  /** The answer has the text as `message` too. */
  readonly hasMessage?: boolean;
}

/** An error that a caller may see. The code decides the status; the message names the value given and what is allowed. */
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
