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

/** The ways to authenticate to the API. */
export interface Authentication {
  readonly byKey: Authenticate;
  readonly byPublicKey: AuthenticatePublicKey;
  readonly bySession: AuthenticateSession;
  /** The name of the session cookie. */
  readonly sessionCookie: string;
  /** The current plan, because a cached identity's plan may be outdated. */
  readonly findPlan: (organizationId: string) => Promise<Plan>;
  /** The service's public address. Only its pages may send requests with a session. */
  readonly baseUrl: string;
}

/** The header with the organization for a session's request; by default, the user's first organization. */
export const organizationHeader = 'docwright-organization';

/** The prefix of public keys. Operations that don't accept public keys refuse such a key. */
const publicKeyPrefix = 'dw_pub_';

/** Returns the error for an invalid key. It is the same for all kinds, so that it doesn't reveal which keys exist. */
function unauthorized(): ApiError {
  return new ApiError(
    'unauthorized',
    'A valid API key is required. The key is missing, mistyped, revoked or expired. Send the header "Authorization: Bearer <API_KEY>".',
    { headers: { 'www-authenticate': 'Bearer' } },
  );
}

/**
 * Returns the caller. Throws 401 for an invalid key or session, and 403 if the scopes, the organization's plan or the
 * request's origin don't allow the operation. If a key is sent, the session isn't checked.
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
      `${operation.method} ${operation.path} applies to the whole installation. Only keys and members of its operator's organization can use it.`,
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
    `Static exports require the plan "enterprise"; the organization's plan is "${plan}".`,
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
  throw new ApiError('session_expired', 'The session has ended. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** Whether the caller's scopes cover the operation. */
export function coversOperation(identity: Pick<Identity, 'scopes' | 'projectIds'>, { scope }: Operation): boolean {
  return scope === null || scope === 'any' || hasScope(identity, scope);
}

function requireScope(identity: Identity, operation: Operation): void {
  if (!coversOperation(identity, operation)) throw missingScope(identity, String(operation.scope));
}

export function missingScope({ actor, role, projectIds }: Identity, scope: string): ApiError {
  if (role !== null)
    return new ApiError('insufficient_scope', `The role "${role}" of ${actor.name} lacks the scope ${scope}.`);
  const why = projectIds === null ? '' : ", which a key bound to projects can't have";
  return new ApiError('insufficient_scope', `The key "${actor.name}" lacks the scope ${scope}${why}.`);
}
