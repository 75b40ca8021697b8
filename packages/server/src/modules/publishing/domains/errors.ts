import { ApiError } from '../../../platform/http/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export const domainNotFound = (domain: string): ApiError =>
  new ApiError(
    'not_found',
    `The live site of the project has no domain "${domain.slice(0, 200)}". Add it first (POST /v1/projects/{projectId}/domains, or \`docwright domains add\`). The project's export names aren't domains of its live site.`,
  );

/** @param why a sentence with the reason and the remedy */
export const unusableDomain = (domain: string, why: string): ApiError =>
  new ApiError('invalid_domain', `"${domain.slice(0, 200)}" can't be the domain of a live site: ${why}`, {
    details: [{ path: '/domain', message: 'must be your own host name' }],
  });

export const domainLimitReached = (limit: number): ApiError =>
  new ApiError('domain_limit_reached', `The project has ${countOf(limit, 'domain')}, which is the limit. Remove one.`);

export const domainNotVerified = (domain: string): ApiError =>
  new ApiError(
    'domain_not_verified',
    `The domain "${domain}" is not verified. Set one of its records, check it, and then make it the primary domain.`,
  );
