import type { FastifyRequest } from 'fastify';
import {
  ApiError,
  type Authenticate,
  type AuthenticateSession,
  hasScope,
  type Identity,
  type Principal,
  readOrigin,
  requireSameSite,
} from '../../../platform/http/index.ts';
import { findPrincipal } from './read-credential.ts';

export type FormCheck =
  | { readonly kind: 'allowed'; readonly principal: Principal }
  | { readonly kind: 'refused'; readonly status: 401 | 403; readonly text: string };

/** The two ways to authenticate on a page. */
export interface PageAuthentication {
  readonly byKey: Authenticate;
  readonly bySession: AuthenticateSession;
  /** The service's public address. Only pages at this address may send forms with a session. */
  readonly baseUrl: string;
}

type PageScope = 'repositories:read' | 'repositories:write';

export interface FormRules {
  readonly organizationId: string | undefined;
  readonly scope: PageScope;
}

export function readForm(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** Returns the organization's signed-in member if they have the scope, or `undefined`. */
export async function findVisitor(
  request: FastifyRequest,
  { bySession }: PageAuthentication,
  { organizationId, scope }: FormRules,
): Promise<Identity | undefined> {
  const { cookie } = request.headers;
  if (cookie === undefined || organizationId === undefined) return undefined;
  try {
    const identity = await bySession(cookie, organizationId);
    return identity !== undefined && hasScope(identity, scope) ? identity : undefined;
  } catch (error) {
    // A user who isn't a member of this organization is treated as signed out.
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}

/**
 * Actions require a key that was typed into the form, or a session. Browsers send a session's cookie automatically, so
 * a form with a session must be sent by one of the service's pages. A form with a key is also refused if the browser
 * reports another site.
 */
export async function checkForm(
  request: FastifyRequest,
  authentication: PageAuthentication,
  rules: FormRules,
): Promise<FormCheck> {
  if (request.headers['sec-fetch-site'] === 'cross-site') return fromElsewhere;
  const key = readForm(request).get('key')?.trim() ?? '';
  const visitor = key === '' ? await findVisitor(request, authentication, rules) : undefined;
  if (visitor !== undefined) {
    return isOwnPage(request, authentication) ? allow(request, visitor) : fromElsewhere;
  }
  const identity = await findPrincipal(authentication.byKey, key);
  // A key of another organization gets the same response as an invalid key.
  if (identity === undefined || identity.organizationId !== rules.organizationId) {
    return { kind: 'refused', status: 401, text: 'This API key is not valid here.' };
  }
  if (hasScope(identity, rules.scope)) return allow(request, identity);
  return { kind: 'refused', status: 403, text: `The key "${identity.actor.name}" lacks the scope ${rules.scope}.` };
}

const fromElsewhere: FormCheck = { kind: 'refused', status: 403, text: 'The form was sent from another site.' };

const allow = (request: FastifyRequest, identity: Identity): FormCheck => ({
  kind: 'allowed',
  principal: { ...identity, origin: readOrigin(request) },
});

function isOwnPage({ headers }: FastifyRequest, { baseUrl }: PageAuthentication): boolean {
  try {
    requireSameSite(headers, baseUrl);
    return true;
  } catch {
    return false;
  }
}
