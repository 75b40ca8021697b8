import type { Operation, Plan } from '@docwright/contract';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import {
  hasScope,
  type Authenticate,
  type AuthenticatePublicKey,
  type AuthenticateSession,
  type Identity,
  type Principal,
} from './principal.ts';
import { requireSameSite } from './require-same-site.ts';
import { readOrigin } from './read-origin.ts';

/** The ways to be somebody at the API. */
export interface Authentication {
  readonly byKey: Authenticate;
  readonly byPublicKey: AuthenticatePublicKey;
  readonly bySession: AuthenticateSession;
  /** Name of the session's cookie. */
  readonly sessionCookie: string;
  /** As it is now: an identity may have been remembered. */
  readonly findPlan: (organizationId: string) => Promise<Plan>;
  /** The public address of the service: whose pages may send requests with a session. */
  readonly baseUrl: string;
}

/** Which organization a session speaks for; the user's first without it. */
export const organizationHeader = 'docwright-organization';

/** Such a key is nobody to the other operations. */
const publicKeyPrefix = 'dw_pub_';

/** One answer for every kind of bad key, so that it tells nothing about which keys exist. */
function unauthorized(): ApiError {
  return new ApiError(
    'unauthorized',
    'A valid API key is required: send the header "Authorization: Bearer <API_KEY>".',
    { headers: { 'www-authenticate': 'Bearer' } },
  );
}

/**
 * Who asks. 401 for a bad key or session, 403 where scopes, the organization's plan or the page that the request comes
 * from do not allow the operation. A key, where one is sent, is all that is looked at.
 */
export async function requirePrincipal(
  request: FastifyRequest,
  operation: Operation,
  authentication: Authentication,
): Promise<Principal> {
  const { authorization, cookie } = request.headers;
  const hasSession =
    operation.sessions && authorization === undefined && cookie?.includes(`${authentication.sessionCookie}=`) === true;
  const identity = hasSession
    ? await requireSession(request, operation, authentication)
    : await findByKey(authorization, (key) =>
        operation.publicKeys && key.startsWith(publicKeyPrefix)
          ? authentication.byPublicKey(key, request.headers.origin)
          : authentication.byKey(key),
      );
  if (identity === undefined) throw unauthorized();
  requireScope(identity, operation);
  if (operation.operatorOnly && !identity.isOperator) {
    throw new ApiError(
      'operator_only',
      `${operation.method} ${operation.path} tells of the whole installation: only keys and members of its operator's organization may use it.`,
    );
  }
  if (operation.errors.includes('plan_required')) await requirePlan(identity, authentication);
  return { ...identity, origin: readOrigin(request) };
}

async function requirePlan({ organizationId }: Identity, { findPlan }: Authentication): Promise<void> {
  const plan = await findPlan(organizationId);
  if (plan === 'enterprise') return;
  throw new ApiError(
    'plan_required',
    `Static export requires the plan "enterprise"; the organization's plan is "${plan}".`,
  );
}

async function findByKey(authorization: string | undefined, authenticate: Authenticate): Promise<Identity | undefined> {
  const key = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return key === undefined ? undefined : authenticate(key);
}

async function requireSession(
  request: FastifyRequest,
  operation: Operation,
  { bySession, baseUrl }: Authentication,
): Promise<Identity> {
  if (operation.method !== 'GET') requireSameSite(request.headers, baseUrl);
  const wished = request.headers[organizationHeader];
  const identity = await bySession(request.headers.cookie ?? '', typeof wished === 'string' ? wished : undefined);
  if (identity !== undefined) return identity;
  throw new ApiError('session_expired', 'The session has ended: sign in again.', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** Whether the scopes of who asks cover the operation. */
export function coversOperation(identity: Pick<Identity, 'scopes' | 'projectIds'>, { scope }: Operation): boolean {
  return scope === null || scope === 'any' || hasScope(identity, scope);
}

function requireScope(identity: Identity, operation: Operation): void {
  if (coversOperation(identity, operation)) return;
  const { scope } = operation;
  const { actor, role, projectIds } = identity;
  if (role !== null) {
    throw new ApiError('insufficient_scope', `The role "${role}" of ${actor.name} lacks the scope ${scope}.`);
  }
  const why = projectIds === null ? '' : ', which a key that is bound to projects can’t have';
  throw new ApiError('insufficient_scope', `The key "${actor.name}" lacks the scope ${scope}${why}.`);
}
