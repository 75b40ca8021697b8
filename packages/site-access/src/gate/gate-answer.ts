import { createHash } from 'node:crypto';

/** A complete response. Headers are a flat list: name, value, name, value, … */
export interface GateAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
}

/** Headers of every response. With `no-referrer`, browsers would send our own forms with the origin `null`. */
const ownHeaders: readonly string[] = [
  'Cache-Control',
  'private, no-store',
  'Vary',
  'Cookie',
  'X-Robots-Tag',
  'noindex',
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'same-origin',
  'X-Frame-Options',
  'DENY',
  'Cross-Origin-Opener-Policy',
  'same-origin',
];

const toCookieHeaders = (cookies: readonly string[]): string[] => cookies.flatMap((cookie) => ['Set-Cookie', cookie]);

/** @param status 302 for a page that needs a sign-in, 303 after a form */
export function redirect(status: 302 | 303, location: string, cookies: readonly string[] = []): GateAnswer {
  const headers = ['Location', location, 'Content-Length', '0', ...toCookieHeaders(cookies), ...ownHeaders];
  return { status, headers, body: undefined };
}

export interface PageAnswer {
  readonly status: number;
  readonly html: string;
  readonly cookies?: readonly string[];
  /** Inline scripts, which the page's policy names by their hashes. */
  readonly scripts?: readonly string[];
  /** Other origins to which the response to a form of the page may redirect. */
  readonly formTargets?: readonly string[];
  readonly retrySeconds?: number;
}

export function sendPage(page: PageAnswer): GateAnswer {
  const { status, html, cookies = [], scripts = [], formTargets = [], retrySeconds } = page;
  const body = Buffer.from(html);
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src ${hashes.length === 0 ? "'none'" : hashes.join(' ')}`,
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers = [
    'Content-Type',
    'text/html; charset=utf-8',
    'Content-Length',
    String(body.length),
    'Content-Security-Policy',
    policy,
    ...(status === 401 ? ['WWW-Authenticate', 'Bearer'] : []),
    ...(retrySeconds === undefined ? [] : ['Retry-After', String(retrySeconds)]),
    ...toCookieHeaders(cookies),
    ...ownHeaders,
  ];
  return { status, headers, body };
}

/** Sends the standard error body, for programs. */
export function sendError(
  status: number,
  error: { readonly code: string; readonly message: string },
  more: readonly string[] = [],
): GateAnswer {
  const body = Buffer.from(`${JSON.stringify({ error: error.message, code: error.code })}\n`);
  const headers = [
    'Content-Type',
    'application/json',
    'Content-Length',
    String(body.length),
    ...(status === 401 && !more.includes('WWW-Authenticate') ? ['WWW-Authenticate', 'Bearer'] : []),
    ...more,
    ...ownHeaders,
  ];
  return { status, headers, body };
}

/** Sends JSON for the site's own scripts. */
export function sendValue(value: object): GateAnswer {
  const body = Buffer.from(`${JSON.stringify(value)}\n`);
  const length = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
  return { status: 200, headers: [...length, ...ownHeaders], body };
}
