import type { Exchange } from './exchange.ts';

/** Headers of every response. */
export const securityHeaders: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'X-Frame-Options',
  'SAMEORIGIN',
  'Permissions-Policy',
  'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy',
  'same-origin-allow-popups',
];

/** Maximum length of a redirect's address, in characters. Clients read 16 KB of headers in total. */
export const maxRedirectLength = 8_000;

/** Sends a redirect, or an error if encoding or a rule of the site makes the address too long for clients. */
export function sendRedirect(exchange: Exchange, status: number, location: string): void {
  if (location.length > maxRedirectLength) {
    sendText(exchange, 414, 'This address would redirect to an address with more than 8,000 characters.\n');
    return;
  }
  // The next version may remove a permanent redirect. Caching it for an hour is enough to save requests.
  const cache = status === 308 ? 'public, max-age=3600' : 'no-cache';
  exchange.send(
    status,
    ['Location', location, 'Content-Length', '0', 'Cache-Control', cache, ...securityHeaders],
    undefined,
  );
}

export function sendText(exchange: Exchange, status: number, text: string): void {
  const body = Buffer.from(text);
  const head = [
    'Content-Type',
    'text/plain; charset=utf-8',
    'Content-Length',
    String(body.length),
    'Cache-Control',
    'no-store',
  ];
  if (status === 405) head.push('Allow', 'GET, HEAD');
  if (status === 401) head.push('WWW-Authenticate', 'Bearer');
  exchange.send(status, [...head, ...securityHeaders], body);
}

/** Sends a 503 response with the time after which the client should retry. */
export function sendUnavailable(exchange: Exchange, text: string, retrySeconds: number): void {
  const body = Buffer.from(text);
  const head = ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(body.length)];
  const again = ['Retry-After', String(retrySeconds), 'Cache-Control', 'no-store'];
  exchange.send(503, [...head, ...again, ...securityHeaders], body);
}

export function sendJson(exchange: Exchange, status: number, value: unknown): void {
  const body = Buffer.from(`${JSON.stringify(value)}\n`);
  const head = ['Content-Type', 'application/json', 'Content-Length', String(body.length), 'Cache-Control', 'no-store'];
  exchange.send(status, [...head, ...securityHeaders], body);
}

/**
 * Returns the bytes of a response to an invalid request, after which the connection ends.
 * @param status with its reason phrase
 */
export function plainResponse(status: string, text: string): string {
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
