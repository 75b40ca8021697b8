import { BundleError } from '@docwright/bundle';
import { SiteError } from '@docwright/site-server';
import { BlobStoreError } from '../../../platform/blob-store/index.ts';
import { ApiError } from '../../../platform/http/index.ts';

/** One error for anything that is missing, not live, not published, or not accessible to the caller. */
export const siteNotFound = (domain: string): ApiError =>
  new ApiError('not_found', `The live site "${domain.slice(0, 200)}" does not exist.`, { hasMessage: true });

export const pageNotFound = (path: string): ApiError =>
  new ApiError('not_found', `The site has no page "${path.slice(0, 200)}".`, { hasMessage: true });

export const groupsNotAllowed = (): ApiError =>
  new ApiError(
    'insufficient_scope',
    '`filter.groups` shows content that is restricted to these groups, so it requires the scope "deployments:write". Use a key with this scope, or leave the groups out.',
    { hasMessage: true },
  );

/** Whether the site's files or their store caused an error; any other error is a fault in our code or its database. */
export const isSiteFailure = (error: unknown): boolean =>
  error instanceof SiteError || error instanceof BlobStoreError || error instanceof BundleError;

/** The caller's view of a site that can't be read: see `isSiteFailure`. */
export const siteUnreadable = (domain: string, cause: unknown): ApiError =>
  new ApiError('site_unreadable', `The live deployment of "${domain}" can't be read. Deploy the site again.`, {
    cause,
    headers: { 'retry-after': '30' },
  });
