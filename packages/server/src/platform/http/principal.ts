import type { Plan, Role, Scope } from '@docwright/contract';

/** The caller: a valid API key or a signed-in user, in one organization. */
export interface Identity {
  readonly actor: Actor;
  readonly organizationId: string;
  readonly plan: Plan;
  /** Whether the organization is the installation operator's. */
  readonly isOperator: boolean;
  readonly scopes: readonly Scope[];
  /** Null: every project of the organization. */
  readonly projectIds: readonly string[] | null;
  /** When it expires: null for sessions, and for keys without an expiry date. */
  readonly expiresAt: Date | null;
  /** Null for a key. */
  readonly role: Role | null;
}

export interface Actor {
  readonly kind: 'api_key' | 'user';
  readonly id: string;
  /** Name of the key, or email address of the user. */
  readonly name: string;
}

/** Where a request came from, for the audit log. */
export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string | null;
  readonly requestId: string;
}

/** The caller, and where the request came from. */
export interface Principal extends Identity {
  readonly origin: RequestOrigin;
}

/** The identity of a key, or `undefined` if the key is malformed, unknown, expired, or revoked. */
export type Authenticate = (key: string) => Promise<Identity | undefined>;

/**
 * The identity of a project's public key.
 * @param origin origin of the page that sends it; `undefined` outside of browsers
 * @throws ApiError origin_not_allowed
 */
export type AuthenticatePublicKey = (key: string, origin: string | undefined) => Promise<Identity | undefined>;

/**
 * The identity of a session cookie, or `undefined` if the session is expired, revoked, or unknown.
 * @param organizationId the requested organization; by default the user's first
 * @throws {ApiError} not_found, insufficient_scope: the user isn't a member there
 */
export type AuthenticateSession = (
  cookies: string,
  organizationId: string | undefined,
) => Promise<Identity | undefined>;

/** Scopes that reach beyond single projects: a key that is bound to projects never has them. */
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

/** `admin` covers everything; a `write` scope covers its `read`. */
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

/** Whether a key that is bound to projects is bound to this one too. */
export function mayUseProject(identity: Pick<Identity, 'projectIds'>, projectId: string): boolean {
  return identity.projectIds === null || identity.projectIds.includes(projectId);
}
