import { invalidAccountRequest } from '../errors.ts';

const home = '/dashboard/';

/**
 * Parses the page of the dashboard to continue at after signing in; never an address elsewhere. @throws ApiError
 * `invalid_request`
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
