import { invalidAccountRequest } from '../errors.ts';

const home = '/dashboard/';

/**
 * Parses the address of the dashboard page that opens after sign-in. Refuses addresses outside the dashboard.
 * @throws ApiError `invalid_request`
 */
export function parseReturnPath(text: string | undefined): string {
  if (text === undefined || text === '') return home;
  const here = 'http://here.invalid';
  const url = URL.parse(text, here);
  const isOwn =
    url !== null &&
    url.origin === here &&
    text.startsWith(home) &&
    url.pathname.startsWith(home) &&
    !/[\\\p{Cc}]/u.test(text);
  if (!isOwn) throw invalidAccountRequest('returnTo', `must be a path that starts with ${home}`);
  return `${url.pathname}${url.search}${url.hash}`;
}
