import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from './api-error.ts';

/**
 * Refuses a request with a session unless one of the service's own pages sent it. Browsers also send cookies with
 * requests from other sites' pages, but add the request's origin, which a page can't change (Fetch standard, `Origin`
 * and `Sec-Fetch-Site`). A request with neither header wasn't sent by a page in a browser.
 * @throws {ApiError} cross_site_request
 */
export function requireSameSite(headers: IncomingHttpHeaders, baseUrl: string): void {
  const own = new URL(baseUrl).origin;
  const { origin } = headers;
  if (origin === own || (origin === undefined && headers['sec-fetch-site'] === 'same-origin')) return;
  const from = origin === undefined ? 'an unnamed page' : `"${origin.slice(0, 200)}"`;
  throw new ApiError(
    'cross_site_request',
    `The request comes from ${from}, but with a session only pages of "${own}" can send it. Open the dashboard at that address.`,
  );
}
