import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from './api-error.ts';

/**
 * Browsers send cookies along with requests of other sites' pages; they also say where a request comes from, and no page
 * can change that (Fetch standard, `Origin` and `Sec-Fetch-Site`). A request that says neither is no browser's own page.
 * @throws ApiError `cross_site_request`
 */
export function requireSameSite(headers: IncomingHttpHeaders, baseUrl: string): void {
  const own = new URL(baseUrl).origin;
  const { origin } = headers;
  if (origin === own || (origin === undefined && headers['sec-fetch-site'] === 'same-origin')) return;
  const from = origin === undefined ? 'a page that it does not name' : `"${origin.slice(0, 200)}"`;
  throw new ApiError(
    'cross_site_request',
    `The request comes from ${from}, and only pages of "${own}" may send it with a session. Open the dashboard at that address.`,
  );
}
