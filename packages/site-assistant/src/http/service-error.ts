/**
 * The reason why a request to a site's search, assistant or MCP server is rejected. Callers see the code; the manual
 * lists all codes.
 */
export const serviceErrors = {
  'request-invalid': 400,
  'origin-not-allowed': 403,
  'assistant-off': 403,
  'question-missing': 400,
  'question-too-long': 400,
  'too-many-messages': 400,
  'answer-not-found': 404,
  'method-not-allowed': 405,
  'message-in-progress': 409,
  'body-too-large': 413,
  'rate-limited': 429,
  'assistant-busy': 503,
  'site-unavailable': 503,
} as const;

export type ServiceErrorCode = keyof typeof serviceErrors;

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ServiceErrorCode, message: string, retryAfterSeconds?: number, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return serviceErrors[this.code];
  }
}
