import type { IncomingHttpHeaders } from 'node:http';
import { SiteError } from '../errors.ts';

export const HEADER_PREFIX = 'docwright-forward-';

/** An unchecked call that a page requests. */
export interface Target {
  readonly method: string;
  readonly url: URL;
}

/**
 * Whether a page of this host sent the request. Browsers set both headers themselves; other clients can call the
 * API directly anyway.
 */
export function isFromOwnPage({
  origin,
  'sec-fetch-site': site,
  ':authority': authority,
  host,
}: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === (typeof authority === 'string' ? authority : host);
}

/** Parses a method and a URL: `POST https://api.example.com/pets`. Throws SiteError `forward-invalid`. */
export function readTarget(header: string | string[] | undefined): Target {
  const [, method = '', text = ''] = /^([A-Z]+) (\S+)$/.exec(typeof header === 'string' ? header : '') ?? [];
  if (!URL.canParse(text)) throw new SiteError('forward-invalid', 'Docwright-Target must contain a method and a URL');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw new SiteError('forward-invalid', 'the URL must not contain a user name or password');
  return { method, url };
}

/** Headers that are always allowed; other headers are allowed only if the operation declares them. */
const always: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-none-match',
  'prefer',
  'idempotency-key',
]);
/** Headers of the connection, and headers that would misstate the origin of the request. */
const never =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|content-length|expect|forwarded|via|x-forwarded-.*|x-real-ip|proxy-.*|:.*)$/;

/**
 * Returns the forwarded part of a page's headers: the API's own headers, which are sent with a prefix, and the type of
 * the body.
 */
export function forwardedHeaders(headers: IncomingHttpHeaders, listed: ReadonlySet<string>): Record<string, string> {
  const result: Record<string, string> = {
    accept: '*/*',
    'user-agent': 'docwright-playground',
    'accept-encoding': 'identity',
  };
  if (headers['content-type'] !== undefined) result['content-type'] = headers['content-type'];
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(HEADER_PREFIX) || typeof value !== 'string') continue;
    const own = name.slice(HEADER_PREFIX.length);
    if (!never.test(own) && (always.has(own) || listed.has(own))) result[own] = value;
  }
  return result;
}

/**
 * Returns the response headers, under the same prefix: nothing from the API (cookies, policies, redirects, sign-in) may
 * take effect on the documentation's own origin.
 */
export function answeredHeaders(headers: IncomingHttpHeaders): string[] {
  const result: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name === 'set-cookie' || never.test(name) || name === 'content-type') continue;
    if (name !== 'content-encoding') result.push(HEADER_PREFIX + name, String(value));
  }
  return result;
}
