import { isIP } from 'node:net';
import { isPrivateAddress, networkReason } from '@docwright/bundle';
import { request as send } from 'undici';
import type { Dispatcher } from 'undici';
import { addressRefused, checkUrl, isAllowedHost } from './check-url.ts';
import type { UrlRules } from './check-url.ts';
import { createAgent, systemResolve } from './create-agent.ts';
import type { Resolve } from './create-agent.ts';
import { HttpClientError } from './errors.ts';
import type { HttpClient, HttpClientSettings, HttpRequest, HttpResponse } from './http-client.ts';
import { toHttpResponse } from './read-response.ts';

const defaults: Required<HttpClientSettings> = {
  allowedPrivateHosts: [],
  maxBytes: 32 * 1024 ** 2,
  timeoutMs: 30_000,
  maxRedirects: 5,
  maxConnections: 32,
  allowPlainHttp: false,
  userAgent: 'docwright',
};

/** Headers that are meant for one host only. */
const privateHeaders = new Set(['authorization', 'cookie', 'proxy-authorization']);
/** Headers that describe a body. They are removed when a redirect changes the method to GET, without a body. */
const bodyHeaders = new Set(['content-type', 'content-length', 'content-encoding', 'content-language']);
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

interface Hop {
  readonly url: URL;
  readonly method: HttpRequest['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HttpRequest['body'];
}

/**
 * Checks a URL before anything is sent to it.
 * @throws HttpClientError `url-invalid`, `scheme-refused`, `address-refused`
 */
export type CheckUrl = (url: string) => Promise<void>;

/** Time limit for a lookup. A name that isn't resolved by then is looked up again when a request is sent. */
const lookupTimeoutMs = 3_000;

/**
 * Creates a check that applies the rules of a client with these settings to an address that will be stored, so that a
 * name that resolves only to private addresses is refused while the user is still filling in the form.
 * @param resolve only set by tests
 */
export function createUrlCheck(settings: HttpClientSettings, resolve: Resolve = systemResolve): CheckUrl {
  const rules = toRules({ ...defaults, ...settings });
  return async (text) => {
    const url = checkUrl(text, rules);
    if (isAllowedHost(url, rules) || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return;
    const addresses = await lookUp(url.hostname, resolve);
    const [first] = addresses;
    if (first !== undefined && addresses.every((address) => isPrivateAddress(address)))
      throw addressRefused(url.hostname, first);
  };
}

async function lookUp(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  return new Promise((done) => {
    const timer = setTimeout(() => done([]), lookupTimeoutMs);
    resolve(hostname, (error, addresses) => {
      clearTimeout(timer);
      done(error ? [] : addresses.map(({ address }) => address));
    });
  });
}

/** @param resolve only set by tests */
export function createHttpClient(settings: HttpClientSettings = {}, resolve: Resolve = systemResolve): HttpClient {
  const resolved = { ...defaults, ...settings };
  const rules = toRules(resolved);
  const agent = createAgent(rules, resolve, resolved.maxConnections);
  return {
    request: (request) => follow(agent, rules, resolved, request),
    // Aborts running requests.
    close: () => agent.destroy(),
  };
}

const toRules = (settings: Required<HttpClientSettings>): UrlRules => ({
  allowedPrivateHosts: new Set(settings.allowedPrivateHosts.map((host) => host.toLowerCase())),
  allowPlainHttp: settings.allowPlainHttp,
});

async function follow(
  agent: Dispatcher,
  rules: UrlRules,
  settings: Required<HttpClientSettings>,
  request: HttpRequest,
): Promise<HttpResponse> {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? settings.timeoutMs);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  const maxRedirects = request.maxRedirects ?? settings.maxRedirects;
  let hop: Hop = {
    url: checkUrl(request.url, rules),
    method: request.method,
    // Requests uncompressed responses, so that the limit applies to the received bytes and a small body can't expand.
    headers: {
      'user-agent': settings.userAgent,
      'accept-encoding': 'identity',
      ...lowerCaseNames(request.headers ?? {}),
    },
    body: request.body,
  };
  for (let redirects = 0; ; redirects += 1) {
    const answer = await sendHop(agent, hop, signal).catch((error: unknown) => {
      throw toClientError(error, hop.url, timeout);
    });
    const response = toHttpResponse(answer, {
      url: hop.url,
      maxBytes: request.maxBytes ?? settings.maxBytes,
      toError: (error) => toClientError(error, hop.url, timeout),
    });
    const location = redirectStatuses.has(answer.statusCode) ? response.headers['location'] : undefined;
    if (location === undefined || maxRedirects === 0) return response;
    await response.discard();
    if (redirects === maxRedirects) {
      throw new HttpClientError(
        'too-many-redirects',
        `${request.url.slice(0, 200)} has more than ${maxRedirects} redirects.`,
      );
    }
    hop = nextHop(hop, answer.statusCode, location, rules);
  }
}

function sendHop(agent: Dispatcher, hop: Hop, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  return send(hop.url.href, {
    dispatcher: agent,
    method: hop.method,
    headers: hop.headers,
    body: hop.body ?? null,
    signal,
  });
}

/** Follows RFC 9110, 15.4, as browsers do, but doesn't send the old host's headers to the new host. */
function nextHop(hop: Hop, status: number, location: string, rules: UrlRules): Hop {
  const target = URL.parse(location, hop.url.href);
  if (!target) throw new HttpClientError('redirect-invalid', `${hop.url.hostname} redirects to an invalid URL.`);
  const url = checkUrl(target.href, rules);
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST';
  const leavesHost = url.origin !== hop.url.origin;
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(
      ([name]) => !(leavesHost && privateHeaders.has(name)) && !(becomesGet && bodyHeaders.has(name)),
    ),
  );
  return becomesGet ? { url, method: 'GET', headers, body: undefined } : { ...hop, url, headers };
}

function toClientError(error: unknown, url: URL, timeout: AbortSignal): HttpClientError {
  if (error instanceof HttpClientError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (timeout.aborted || code.endsWith('_TIMEOUT') || code === 'ETIMEDOUT') {
    return new HttpClientError('timed-out', `${url.hostname} did not respond in time.`, { cause: error });
  }
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError' || code === 'UND_ERR_ABORTED')
    return new HttpClientError('cancelled', `The request to ${url.hostname} was canceled.`, { cause: error });
  return new HttpClientError('connection-failed', `The request to ${url.hostname} failed: ${networkReason(error)}`, {
    cause: error,
  });
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
