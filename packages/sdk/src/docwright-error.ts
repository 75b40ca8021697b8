import type { ErrorCode } from './types.generated.ts';

/** Failures before any response from the service. */
export type ClientErrorCode = 'network_error' | 'timeout' | 'invalid_answer';

export interface DocwrightErrorFields {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Stable. One of the service's or the client's codes, or `http_<status>` if a proxy responded without a code. */
  readonly code: ErrorCode | ClientErrorCode | `http_${number}`;
  readonly requestId?: string | undefined;
  readonly details?: readonly { readonly path: string; readonly message: string }[] | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** Thrown for every failure of a call, except for the caller's own `AbortSignal`, whose reason is rethrown. */
export class DocwrightError extends Error {
  override readonly name = 'DocwrightError';
  readonly status: number;
  readonly code: DocwrightErrorFields['code'];
  /** ID of the request in the service's log. */
  readonly requestId: string | undefined;
  /** With status 400: the invalid fields (JSON Pointers, or names of parameters) with their errors. */
  readonly details: NonNullable<DocwrightErrorFields['details']>;
  /** The wait requested by the service, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, fields: DocwrightErrorFields, options?: ErrorOptions) {
    super(message, options);
    this.status = fields.status;
    this.code = fields.code;
    this.requestId = fields.requestId;
    this.details = fields.details ?? [];
    this.retryAfterMs = fields.retryAfterMs;
  }
}

/** The error in a response. Responses of proxies, which have a different shape, become errors as well. */
export async function readError(response: Response, now: number): Promise<DocwrightError> {
  const text = await response.text().catch(() => '');
  const body = parseObject(text);
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), now);
  const message = typeof body['error'] === 'string' ? body['error'] : `the server returned status ${response.status}`;
  return new DocwrightError(message, {
    status: response.status,
    code: typeof body['code'] === 'string' ? (body['code'] as ErrorCode) : `http_${response.status}`,
    requestId: response.headers.get('x-request-id') ?? undefined,
    details: Array.isArray(body['details']) ? body['details'].filter(isDetail) : undefined,
    retryAfterMs,
  });
}

/** `Retry-After` (RFC 9110, 10.2.3) in milliseconds: whole seconds, or a date. */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isDetail(value: unknown): value is { path: string; message: string } {
  const detail = value as { path?: unknown; message?: unknown } | null;
  return typeof detail?.path === 'string' && typeof detail.message === 'string';
}
