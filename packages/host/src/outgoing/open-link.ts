import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { checkedLookup, hostAndPort, requireAllowedLiteral, showUrl } from '@docwright/site-server';
import type { AddressCheck, AddressRules } from '@docwright/site-server';
import { HostError, isHostError } from '../errors.ts';

export interface LinkRequest {
  readonly url: string;
  readonly rules: AddressRules;
  readonly headers?: Readonly<Record<string, string>>;
  /** The default is GET. */
  readonly method?: 'GET' | 'POST';
  /** The default is `follow`. A request with a body never follows a redirect. */
  readonly redirects?: 'follow' | 'none';
  /** The setting that can allow a private address, for error messages. */
  readonly setting?: string;
  /** Sent only to the given address, never to a redirect target. */
  readonly body?: Buffer;
  /** Maximum wait for the response head, and between two chunks of the body. */
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal;
}

export interface LinkAnswer {
  readonly status: number;
  /** Number of bytes announced by the server; `undefined` if it announced none. */
  readonly lengthBytes: number | undefined;
  /** Seconds or a date, as the server sent it. */
  readonly retryAfter: string | undefined;
  /** Lowercase names; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Buffer>;
  /** Ends the connection without reading the body. */
  close(): void;
}

const MAX_REDIRECTS = 5;

// Not imported, because a module namespace reads every export, and one of node:http's exports loads the WebSocket
// client (8 MB).
const { request: httpRequest } = process.getBuiltinModule('node:http');

export function parseLink(text: string): URL {
  if (!URL.canParse(text)) throw new HostError('link-invalid', 'the link is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new HostError('link-invalid', `a link must be http or https, not ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '')
    throw new HostError('link-invalid', 'a link must not contain a user name or password');
  return url;
}

function checkOf(url: URL, { rules, setting = 'staticExport.allowedPrivateHosts' }: LinkRequest): AddressCheck {
  return { url, rules, setting };
}

function toLinkError(error: unknown, url: URL, signal: AbortSignal): unknown {
  if (isHostError(error) || !(error instanceof Error)) return error;
  // An aborted connection's error doesn't contain the reason; the signal does.
  if (signal.aborted) {
    return new HostError('link-timeout', `${showUrl(url.href)} took too long`, { cause: error, retryable: true });
  }
  return new HostError('link-unreachable', `${showUrl(url.href)}: ${error.message}`, { cause: error, retryable: true });
}

function send(url: URL, request: LinkRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options: RequestOptions = {
    method: request.method ?? 'GET',
    headers: {
      'accept-encoding': 'identity',
      'user-agent': 'docwright-host',
      ...(request.body !== undefined && { 'content-length': String(request.body.length) }),
      ...request.headers,
    },
    lookup: checkedLookup(checkOf(url, request)),
    signal: request.signal,
    agent: false,
  };
  const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
  const timer = setTimeout(() => {
    outgoing.destroy(
      new HostError('link-timeout', `${showUrl(url.href)} sent no response within ${request.idleTimeoutMs} ms`, {
        retryable: true,
      }),
    );
  }, request.idleTimeoutMs);
  outgoing.once('response', (answer) => {
    clearTimeout(timer);
    resolve(answer);
  });
  outgoing.on('error', (error) => {
    clearTimeout(timer);
    reject(error);
  });
  outgoing.end(request.body);
  return promise;
}

async function* readBody(
  answer: IncomingMessage,
  url: URL,
  { idleTimeoutMs, signal }: LinkRequest,
): AsyncGenerator<Buffer> {
  const announced = lengthOf(answer);
  let received = 0;
  answer.setTimeout(idleTimeoutMs, () => {
    answer.destroy(
      new HostError('link-timeout', `${showUrl(url.href)} sent no data for ${idleTimeoutMs} ms`, { retryable: true }),
    );
  });
  try {
    for await (const chunk of answer) {
      const bytes: Buffer = chunk;
      received += bytes.length;
      yield bytes;
    }
  } catch (error) {
    throw toLinkError(error, url, signal);
  } finally {
    answer.destroy();
  }
  if (announced !== undefined && announced !== received) {
    throw new HostError('link-length', `${showUrl(url.href)} announced ${announced} bytes but sent ${received}`, {
      retryable: true,
    });
  }
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function lengthOf(answer: IncomingMessage): number | undefined {
  const length = answer.headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/**
 * Opens a link, subject to the address rules. Redirects are followed manually: each target is checked, `Authorization`
 * is sent only to the first host, and https must not redirect to http. Throws HostError or SiteError `link-…`.
 */
export async function openLink(request: LinkRequest): Promise<LinkAnswer> {
  let url = parseLink(request.url);
  let headers = request.headers ?? {};
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    requireAllowedLiteral(checkOf(url, request));
    const current = url;
    const answer = await send(current, { ...request, headers }).catch((error: unknown) => {
      throw toLinkError(error, current, request.signal);
    });
    const status = answer.statusCode ?? 0;
    const location = answer.headers.location;
    const isLast = request.body !== undefined || request.redirects === 'none';
    if (status < 300 || status > 399 || location === undefined || isLast) {
      const body = readBody(answer, current, request);
      const retryAfter = answer.headers['retry-after'];
      const close = (): void => void answer.destroy();
      return { status, lengthBytes: lengthOf(answer), retryAfter, headers: headersOf(answer), body, close };
    }
    answer.destroy();
    if (!URL.canParse(location, current.href))
      throw new HostError('link-invalid', `${showUrl(current.href)} redirects to an invalid URL`);
    url = parseLink(new URL(location, current.href).href);
    if (current.protocol === 'https:' && url.protocol === 'http:') {
      throw new HostError('link-invalid', `${showUrl(current.href)} redirects from https to http`);
    }
    if (hostAndPort(url) !== hostAndPort(current)) {
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'));
    }
  }
  throw new HostError('link-invalid', `${showUrl(request.url)} has more than ${MAX_REDIRECTS} redirects`);
}
