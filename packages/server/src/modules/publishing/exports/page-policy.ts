import type { StartProjectExportBody } from '@docwright/contract';
import { ApiError } from '../../../platform/http/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import type { PagePolicy } from '../../building/site-rendering/index.ts';
import type { ExportJobRow } from './store.ts';

export type RestrictedContent = Pick<ExportJobRow, 'exclude_restricted' | 'includes_restricted' | 'sign_in_optional'>;

/**
 * Returns the requested handling of restricted content, which is included only on request.
 * @throws {ApiError} invalid_request
 */
export function toRestrictedContent({
  access,
  allowProtected = false,
  excludeRestricted = false,
  signIn = 'required',
}: Pick<StartProjectExportBody, 'access' | 'allowProtected' | 'excludeRestricted' | 'signIn'>): RestrictedContent {
  const wanted = access ?? (excludeRestricted ? 'excluded' : allowProtected ? 'included' : undefined);
  const included = wanted === 'included';
  const isOptional = signIn === 'optional';
  if (isOptional && !included)
    throw new ApiError('invalid_request', 'The sign-in can be optional only if restricted content is included.', {
      details: [{ path: '/signIn', message: 'can be "optional" only with `"access": "included"`' }],
    });
  return { exclude_restricted: wanted === 'excluded', includes_restricted: included, sign_in_optional: isOptional };
}

/** Returns whether restricted content is refused, omitted, or sealed for a host whose readers sign in. */
export function toPagePolicy(
  { exclude_restricted, includes_restricted, sign_in_optional }: RestrictedContent,
  { exclude_orphans }: Pick<ProjectRow, 'exclude_orphans'>,
): PagePolicy {
  if (includes_restricted)
    return {
      restricted: 'seal',
      isProtected: !sign_in_optional,
      offersSignIn: sign_in_optional,
      excludeOrphans: exclude_orphans,
    };
  return { restricted: exclude_restricted ? 'exclude' : 'refuse', excludeOrphans: exclude_orphans };
}
