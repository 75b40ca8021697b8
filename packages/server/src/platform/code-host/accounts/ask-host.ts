/**
 * Sends a request about the credential itself to a code host. The returned status and headers contain its permissions.
 */
import { parseJson } from '@docwright/bundle';
import { HttpClientError, type HttpClient } from '../../http-client/index.ts';
import { CodeHostError } from '../errors.ts';

export interface HostQuestion {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export interface HostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` if the response isn't JSON. */
  readonly json: unknown;
}

const timeoutMs = 10_000;
/** Enough for a hundred repositories with all of the data that GitHub returns. */
const maxBytes = 8 * 1024 * 1024;

/** Returns any response. @throws CodeHostError if the response is missing or too large */
export async function askHost(http: HttpClient, question: HostQuestion): Promise<HostAnswer> {
  const { method = 'GET', url, headers, body, signal } = question;
  try {
    const response = await http.request({
      method,
      url,
      headers: { accept: 'application/json', ...headers, ...(body !== undefined && jsonType) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
      timeoutMs,
      maxBytes,
    });
    return { status: response.status, headers: response.headers, json: tryParse(await response.text()) };
  } catch (cause) {
    throw toError(cause, signal);
  }
}

const jsonType = { 'content-type': 'application/json' };

/** Returns the JSON of a successful response. @throws CodeHostError */
export function requireOk({ status, headers, json }: HostAnswer): unknown {
  if (status >= 200 && status < 300) {
    if (json !== undefined) return json;
    throw new CodeHostError(
      'unexpected-answer',
      "The address doesn't belong to a code host of this type: the response is not JSON.",
    );
  }
  if (status === 401)
    throw new CodeHostError(
      'unauthorized',
      'The code host does not accept the credential: it was revoked, has expired or is incorrect.',
    );
  if (status === 429 || (status === 403 && headers['x-ratelimit-remaining'] === '0'))
    throw new CodeHostError('rate-limited', "The code host's rate limit is reached. Try again later.");
  if (status === 403) throw new CodeHostError('forbidden', 'The code host refused the credential (status 403).');
  if (status === 404)
    throw new CodeHostError(
      'unexpected-answer',
      'The code host returned status 404. Check that the address belongs to a code host of this type and that the account is correct.',
    );
  if (status >= 500) throw new CodeHostError('unavailable', `The code host failed with status ${status}.`);
  throw new CodeHostError('unexpected-answer', `The code host returned status ${status}.`);
}

export async function askForJson(http: HttpClient, question: HostQuestion): Promise<unknown> {
  return requireOk(await askHost(http, question));
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function toError(cause: unknown, signal: AbortSignal | undefined): CodeHostError {
  if (signal?.aborted === true) return new CodeHostError('cancelled', 'The request was canceled.', { cause });
  const code = cause instanceof HttpClientError ? cause.code : undefined;
  switch (code) {
    case 'address-refused':
    case 'scheme-refused':
    case 'url-invalid':
      return new CodeHostError('unavailable', "The code host's address is not allowed.", { cause });
    case 'response-too-large':
      return new CodeHostError(
        'unexpected-answer',
        "The address doesn't belong to a code host of this type: the response is too large.",
        { cause },
      );
    case 'timed-out':
      return new CodeHostError('unavailable', `The code host did not respond within ${timeoutMs / 1000} s.`, {
        cause,
      });
    default:
      return new CodeHostError('unavailable', 'The code host could not be reached.', { cause });
  }
}
