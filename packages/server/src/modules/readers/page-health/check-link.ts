import { HttpClientError, type HttpClient, type HttpResponse } from '../../../platform/http-client/index.ts';
import type { LinkOutcome } from './tables.ts';

export interface Verdict {
  readonly outcome: LinkOutcome;
  /** Status of the response, or the reason why none was received. */
  readonly reason: string;
  /** Whether a server responded at all. */
  readonly hasResponded: boolean;
}

export interface LinkDeps {
  readonly http: HttpClient;
  /** Waits until the host can be contacted; returns false if too many links are already waiting for it. */
  readonly takeTurn: (host: string, signal: AbortSignal) => Promise<boolean>;
}

const timeoutMs = 10_000;
/** More redirects than any useful link needs. */
const maxHops = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
const goneStatuses = new Set([404, 410]);
/** Whether GET would return the same response as HEAD. */
const isSettled = (status: number): boolean => status < 400 || status === 401 || status === 403 || status === 429;

export const noSuchHost = 'no_such_host';

/**
 * Checks whether a link works. Sends HEAD first, and GET if HEAD is refused, because some servers don't support it.
 * Redirects are followed here and not by the client, so that the limits of each host apply. Returns `undefined` if too
 * many links were waiting for a host.
 */
export async function checkLink(deps: LinkDeps, url: URL, signal: AbortSignal): Promise<Verdict | undefined> {
  const head = await follow(deps, { method: 'HEAD', url, signal });
  if (head === undefined || !('status' in head)) return head;
  if (isSettled(head.status) || (head.status >= 500 && head.status !== 501)) return judge(head.status);
  const get = await follow(deps, { method: 'GET', url, signal });
  return get !== undefined && 'status' in get ? judge(get.status) : get;
}

function judge(status: number): Verdict {
  const outcome = status < 400 ? 'answers' : goneStatuses.has(status) ? 'gone' : 'unknown';
  return { outcome, reason: String(status), hasResponded: true };
}

interface Asked {
  readonly method: 'HEAD' | 'GET';
  readonly url: URL;
  readonly signal: AbortSignal;
}

async function follow(
  { http, takeTurn }: LinkDeps,
  { method, url: first, signal }: Asked,
): Promise<{ readonly status: number } | Verdict | undefined> {
  let url = first;
  let hasResponded = false;
  for (let hop = 0; hop <= maxHops; hop += 1) {
    if (!(await takeTurn(url.hostname, signal))) return undefined;
    try {
      const response = await http.request({
        method,
        url: url.href,
        signal,
        timeoutMs,
        maxRedirects: 0,
        // The body isn't read, because a large response is also valid.
        maxBytes: Number.MAX_SAFE_INTEGER,
      });
      await response.discard();
      hasResponded = true;
      const next = readLocation(response, url);
      if (next === undefined) return { status: response.status };
      if (next === null) return { outcome: 'unknown', reason: 'redirect-invalid', hasResponded };
      url = next;
    } catch (error) {
      if (!(error instanceof HttpClientError) || error.code === 'cancelled') throw error;
      const isNowhere = error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'ENOTFOUND';
      return isNowhere
        ? { outcome: 'gone', reason: noSuchHost, hasResponded }
        : { outcome: 'unknown', reason: error.code, hasResponded };
    }
  }
  return { outcome: 'unknown', reason: 'too-many-redirects', hasResponded };
}

/** Returns `undefined` if the response isn't a redirect, and null if its target isn't a valid address. */
function readLocation({ status, headers }: HttpResponse, from: URL): URL | null | undefined {
  const location = redirects.has(status) ? headers['location'] : undefined;
  return location === undefined ? undefined : URL.parse(location, from.href);
}
