import type { Plan, Scope } from '@docwright/contract';

/** Who asks: an API key that is good now. */
export interface Principal {
  readonly keyId: string;
  readonly keyName: string;
  readonly organizationId: string;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  /** Null: every project of the organization. */
  readonly projectIds: readonly string[] | null;
}

/** The principal of a key, or undefined for one that is malformed, unknown, expired or revoked. */
export type Authenticate = (key: string) => Promise<Principal | undefined>;

/** What reaches beyond single projects: a key that is bound to projects never holds these. */
const organizationWide: ReadonlySet<Scope> = new Set([
  'api-keys:read',
  'api-keys:write',
  'organization:write',
  'repositories:read',
  'repositories:write',
  'webhooks:read',
  'webhooks:write',
  'metrics:read',
]);

/** `admin` covers everything; a `write` scope covers its `read`. */
export function hasScope(principal: Principal, scope: Scope): boolean {
  if (principal.projectIds !== null && organizationWide.has(scope)) return false;
  return (
    principal.scopes.includes('admin') ||
    principal.scopes.includes(scope) ||
    (scope.endsWith(':read') && principal.scopes.some((held) => held === scope.replace(/:read$/, ':write')))
  );
}

/** Whether a key that is bound to projects is bound to this one too. */
export function mayUseProject(principal: Principal, projectId: string): boolean {
  return principal.projectIds === null || principal.projectIds.includes(projectId);
}
