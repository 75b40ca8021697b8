/** Sends a request to a code host's REST API. Every outcome is a response or a `CodeHostError`. */
import { parseJson } from '@docwright/bundle';
import type { HttpClient, HttpResponse } from '../http-client/index.ts';
import { CodeHostError, type CodeHostErrorCode } from './errors.ts';

export interface ApiOptions {
  readonly http: HttpClient;
  /** Address to which paths are appended, without a trailing slash. */
  readonly apiUrl: string;
  /** Called before each request, because tokens expire. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  readonly timeoutMs: number;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** The path with its query. The caller encodes each part. */
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** The error that a 404 means for this request. */
  readonly missing: keyof typeof MISSING_MESSAGES;
  /** Interprets a refusal's body (400, 405, 406, 409, 422). Its text isn't passed on. */
  readonly explain?: (body: unknown) => CodeHostErrorCode | undefined;
  /** Whether the status alone shows success, so that the body isn't read. */
  readonly isMute?: boolean;
  /**
   * Requests the response only if it has changed since this tag (RFC 9110, 13.1.2); otherwise, the result is
   * `notModified`.
   */
  readonly conditional?: {
    readonly unlessTag: string | undefined;
    /** Called with the response's tag. */
    readonly onTag: (tag: string | undefined) => unknown;
  };
  /** Called with the total number of items on all pages, if the host reports it. */
  readonly onTotal?: (total: number) => unknown;
}

/** The result if nothing has changed since the host sent the tag. */
export const notModified = Symbol('not modified');

export interface Api {
  /** The parsed JSON of a 2xx response, or `notModified` if a tag was passed and still matches. */
  call(request: ApiRequest): Promise<unknown>;
}

/** Enough for 100 pull requests per page with long bodies. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

export function createApi(options: ApiOptions): Api {
  return {
    call: async (request) => {
      const answer = await send(options, request);
      const { conditional } = request;
      if (answer.status === 304 && conditional?.unlessTag !== undefined) return notModified;
      const isGood = answer.status >= 200 && answer.status < 300;
      if (isGood) conditional?.onTag(toTag(answer.headers['etag']));
      const total = answer.headers['x-total-count'];
      if (isGood && total !== undefined && /^\d{1,9}$/.test(total)) request.onTotal?.(Number(total));
      if (isGood) return request.isMute === true ? undefined : parse(answer.body, request);
      throw toError(answer, request);
    },
  };
}

/** Validates a tag (RFC 9110, 8.8.3). Tags longer than any that hosts send are ignored. */
const toTag = (etag: string | undefined): string | undefined =>
  etag !== undefined && /^(?:W\/)?"[!#-~]{1,200}"$/.test(etag) ? etag : undefined;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function send({ http, apiUrl, headers, timeoutMs }: ApiOptions, request: ApiRequest): Promise<Answer> {
  if (request.signal?.aborted === true) throw cancelled(request.signal.reason);
  // Outside the try block below, because nothing has changed if no credential is available.
  const credentials = await headers();
  try {
    const response: HttpResponse = await http.request({
      method: request.method,
      url: apiUrl + request.path,
      headers: {
        ...credentials,
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...(request.conditional?.unlessTag !== undefined && { 'if-none-match': request.conditional.unlessTag }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      ...(request.signal !== undefined && { signal: request.signal }),
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  } catch (cause) {
    throw toTransportError(cause, request);
  }
}

/** Connection errors before a byte was sent, after which nothing can have happened on the host. */
const NEVER_SENT: ReadonlySet<unknown> = new Set(['url-invalid', 'scheme-refused', 'address-refused']);

function toTransportError(cause: unknown, request: ApiRequest): CodeHostError {
  if (isUnconnected(cause)) return new CodeHostError('unavailable', 'The code host could not be reached.', { cause });
  if (NEVER_SENT.has(codeOf(cause)))
    return new CodeHostError('unavailable', "The code host's address is not allowed.", { cause });
  if (isWrite(request)) return outcomeUnknown(cause);
  if (request.signal?.aborted === true) return cancelled(cause);
  return new CodeHostError('unavailable', 'The code host did not respond.', { cause });
}

/**
 * Whether no connection was established, so that nothing was sent. The client's error has the system error as its
 * cause.
 */
function isUnconnected(error: unknown): boolean {
  const codes = [codeOf(error), codeOf(error instanceof Error ? error.cause : undefined)];
  return codes.some((code) => code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN');
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function parse(body: string, request: ApiRequest): unknown {
  try {
    return parseJson(body);
  } catch (cause) {
    // The host accepted the request, but its response can't be parsed. Listing finds the created object.
    if (isWrite(request)) throw outcomeUnknown(cause);
    throw new CodeHostError('unexpected-answer', "The code host's response is not JSON.", { cause });
  }
}

function toError(answer: Answer, request: ApiRequest): CodeHostError {
  const retryAfterMs = readRetryAfter(answer.headers);
  switch (answer.status) {
    case 401:
      return new CodeHostError(
        'unauthorized',
        'The code host does not accept the credential: it was revoked, has expired or is incorrect.',
      );
    case 403:
      if (isRateLimit(answer)) return rateLimited(retryAfterMs);
      return new CodeHostError('forbidden', 'The credential lacks a permission for this repository.');
    case 404:
    case 410:
      return new CodeHostError(request.missing, MISSING_MESSAGES[request.missing]);
    case 429:
      return rateLimited(retryAfterMs);
    case 400:
    case 405:
    case 406:
    case 409:
    case 422: {
      const code = request.explain?.(tryParse(answer.body)) ?? 'invalid-request';
      return new CodeHostError(code, REFUSALS[code] ?? `The code host refused the request (status ${answer.status}).`);
    }
    default:
      break;
  }
  if (answer.status < 500)
    return new CodeHostError('unexpected-answer', `The code host returned status ${answer.status}.`);
  if (isWrite(request)) return outcomeUnknown(undefined);
  return new CodeHostError('unavailable', `The code host failed with status ${answer.status}.`, { retryAfterMs });
}

const MISSING_MESSAGES = {
  'repository-not-found': 'The repository does not exist on the code host, or this credential cannot see it.',
  'pull-request-not-found': 'The pull request does not exist.',
  'branch-not-found': "One of the pull request's branches does not exist on the code host.",
} as const;

const REFUSALS: Readonly<Partial<Record<CodeHostErrorCode, string>>> = {
  'pull-request-exists': 'A pull request for this branch is already open.',
  'nothing-to-compare': 'The branch has no commit that the base branch lacks.',
  'branch-not-found': "One of the pull request's branches does not exist on the code host.",
  'pull-request-not-open': 'The pull request is merged or closed.',
  'head-moved': "The pull request's head has changed.",
  'merge-conflict': 'The same lines changed on the base branch.',
  'checks-required': 'A required check of the base branch failed or is still running.',
  'merge-blocked': "The base branch's rules don't allow the merge now; an approval may be missing.",
  forbidden: 'The credential lacks a permission for this repository.',
  unavailable: 'The code host is not ready to merge it. Try again in a moment.',
};

function isRateLimit({ headers, body }: Answer): boolean {
  return headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined || /rate limit/i.test(body);
}

function rateLimited(retryAfterMs: number | undefined): CodeHostError {
  return new CodeHostError('rate-limited', "The code host's rate limit is reached. Try again later.", {
    retryAfterMs,
  });
}

function outcomeUnknown(cause: unknown): CodeHostError {
  return new CodeHostError(
    'outcome-unknown',
    'The code host did not report whether the request succeeded. Check the result before you retry.',
    { cause },
  );
}

function cancelled(cause: unknown): CodeHostError {
  return new CodeHostError('cancelled', 'The request to the code host was canceled.', { cause });
}

/** Maximum delay before a retry. Longer delays indicate a wrong header, or are a reason to fail the job now. */
const MAX_WAIT_MS = 3_600_000;

/** Reads `Retry-After` in seconds or as a date; otherwise, returns the time until the rate-limit window ends. */
function readRetryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const after = headers['retry-after'];
  const resetAt = headers['x-ratelimit-remaining'] === '0' ? Number(headers['x-ratelimit-reset']) * 1000 : Number.NaN;
  const serverNow = Date.parse(headers['date'] ?? '');
  const waitMs =
    after === undefined
      ? resetAt - serverNow
      : /^\d+$/.test(after)
        ? Number(after) * 1000
        : Date.parse(after) - serverNow;
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), MAX_WAIT_MS) : undefined;
}

function isWrite({ method }: ApiRequest): boolean {
  return method !== 'GET';
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
