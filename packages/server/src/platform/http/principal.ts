import type { Plan, Role, Scope } from '@docwright/contract';

/** The caller in one organization: a valid API key or a signed-in user. */
export interface Identity {
  readonly actor: Actor;
  readonly organizationId: string;
  readonly plan: Plan;
  /** Whether the organization belongs to the installation's operator. */
  readonly isOperator: boolean;
  readonly scopes: readonly Scope[];
  /** Null means all of the organization's projects. */
  readonly projectIds: readonly string[] | null;
  /** The expiry time; null for sessions and for keys without an expiry date. */
  readonly expiresAt: Date | null;
  /** Null for an API key. */
  readonly role: Role | null;
}

export interface Actor {
  readonly kind: 'api_key' | 'user';
  readonly id: string;
  /** The key's name, or the user's email address. */
  readonly name: string;
}

/** A request's origin, for the audit log. */
export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string | null;
  readonly requestId: string;
}

/** The caller, and the origin of the request. */
export interface Principal extends Identity {
  readonly origin: RequestOrigin;
}

/** A key's identity, or `undefined` if the key is malformed, unknown, expired or revoked. */
export type Authenticate = (key: string) => Promise<Identity | undefined>;

/**
 * The identity of a project's public key.
 * @param origin origin of the page that sends the key; `undefined` outside browsers
 * @throws ApiError origin_not_allowed
 */
export type AuthenticatePublicKey = (key: string, origin: string | undefined) => Promise<Identity | undefined>;

/**
 * The identity of a session cookie, or `undefined` if the session is expired, revoked, or unknown.
 * @param organizationId the requested organization; by default the user's first organization
 * @throws {ApiError} not_found, insufficient_scope: the user isn't a member of the organization
 */
export type AuthenticateSession = (
  cookies: string,
  organizationId: string | undefined,
) => Promise<Identity | undefined>;

/** Scopes that aren't limited to projects. A key that is bound to projects never has these scopes. */
const organizationWide: ReadonlySet<Scope> = new Set([
  'api-keys:read',
  'api-keys:write',
  'organization:write',
  'repositories:read',
  'repositories:write',
  'webhooks:read',
  'webhooks:write',
  'metrics:read',
  'members:read',
  'members:write',
  'audit:read',
  'system:read',
]);

/** Whether scopes cover a scope: `admin` covers all scopes, and a `write` scope covers the matching `read` scope. */
export function coversScope(held: readonly Scope[], scope: Scope): boolean {
  return (
    held.includes('admin') ||
    held.includes(scope) ||
    (scope.endsWith(':read') && held.some((one) => one === scope.replace(/:read$/, ':write')))
  );
}

export function hasScope(identity: Pick<Identity, 'scopes' | 'projectIds'>, scope: Scope): boolean {
  if (identity.projectIds !== null && organizationWide.has(scope)) return false;
  return coversScope(identity.scopes, scope);
}

/** Returns true for keys that aren't bound to projects, and for keys that are bound to this project. */
export function mayUseProject(identity: Pick<Identity, 'projectIds'>, projectId: string): boolean {
  return identity.projectIds === null || identity.projectIds.includes(projectId);
}
