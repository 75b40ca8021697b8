import type { Operation } from '@docwright/contract';
import { ApiError } from './api-error.ts';
import { hasScope, type Authenticate, type Principal } from './principal.ts';

/** One answer for every kind of bad key, so that it tells nothing about which keys exist. */
function unauthorized(): ApiError {
  return new ApiError(
    'unauthorized',
    'A valid API key is required: send the header "Authorization: Bearer <API_KEY>".',
    { headers: { 'www-authenticate': 'Bearer' } },
  );
}

/** The key's principal; 401 for a bad key, 403 where its scopes or its organization's plan do not cover the operation. */
export async function requirePrincipal(
  authorization: string | undefined,
  operation: Operation,
  authenticate: Authenticate,
): Promise<Principal> {
  const key = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  const principal = key === undefined ? undefined : await authenticate(key);
  if (principal === undefined) throw unauthorized();
  const { scope } = operation;
  if (scope !== null && !hasScope(principal, scope)) {
    const why = principal.projectIds === null ? '' : ', which a key that is bound to projects can’t have';
    throw new ApiError('insufficient_scope', `The key "${principal.keyName}" lacks the scope ${scope}${why}.`);
  }
  if (operation.errors.includes('plan_required') && principal.plan !== 'enterprise') {
    throw new ApiError(
      'plan_required',
      `Static export requires the plan "enterprise"; the organization's plan is "${principal.plan}".`,
    );
  }
  return principal;
}
