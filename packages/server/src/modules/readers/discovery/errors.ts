import { ApiError } from '../../../platform/http/index.ts';

/** One error for anything that is missing, not live, not published, or not accessible to the caller. */
export const siteNotFound = (domain: string): ApiError =>
  new ApiError('not_found', `The live site "${domain.slice(0, 200)}" does not exist.`, { hasMessage: true });

export const pageNotFound = (path: string): ApiError =>
  new ApiError('not_found', `The site has no page "${path.slice(0, 200)}".`, { hasMessage: true });

export const siteUnreadable = (domain: string, cause: unknown): ApiError =>
  new ApiError('site_unreadable', `The live deployment of "${domain}" can't be read. Deploy the site again.`, {
    cause,
    headers: { 'retry-after': '30' },
  });
