import { errorCodes, type ErrorCode } from '@docwright/contract';

export interface ApiErrorExtras extends ErrorOptions {
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that a caller may see. The code decides the status; the message names the value given and what is allowed. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ApiErrorExtras['details'];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, extras: ApiErrorExtras = {}) {
    super(message, extras);
    this.code = code;
    this.status = errorCodes[code].status;
    this.details = extras.details;
    this.headers = extras.headers ?? {};
  }
}
