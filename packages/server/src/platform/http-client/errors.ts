import type { HttpClientErrorCode } from './http-client.ts';

/** A request's refusal or failure. `message` contains the host and the rule, but no header or body. */
export class HttpClientError extends Error {
  readonly code: HttpClientErrorCode;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;

  constructor(code: HttpClientErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HttpClientError';
    this.code = code;
    this.retryable = code === 'timed-out' || code === 'connection-failed';
  }
}
