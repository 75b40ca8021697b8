import { roles, type Role, type Scope } from '@docwright/contract';
import { requireAuthority, type Principal, type RefusedAttempt } from '../../../platform/http/index.ts';

/**
 * Permissions of each role, as scopes of the public API. No other table defines them. `…:write` includes `…:read`. The
 * dashboard has no further permissions: a key with the same scopes has the same permissions.
 */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ['admin'],
  admin: [
    'agent-jobs:write',
    'exports:write',
    'deployments:write',
    'content:write',
    'content:publish',
    'projects:write',
    'repositories:write',
    'api-keys:write',
    'organization:write',
    'webhooks:write',
    'members:write',
    'audit:read',
    'metrics:read',
    'system:read',
    'discovery:read',
    'analytics:write',
    'analytics-events:write',
  ],
  editor: [
    'agent-jobs:write',
    'exports:write',
    'deployments:write',
    'content:write',
    'content:publish',
    'projects:read',
    'repositories:read',
    'organization:read',
    'members:read',
    'system:read',
    'discovery:read',
    'analytics:write',
  ],
  viewer: [
    'agent-jobs:read',
    'exports:read',
    'deployments:read',
    'content:read',
    'projects:read',
    'repositories:read',
    'organization:read',
    'members:read',
    'system:read',
    'discovery:read',
    'analytics:read',
  ],
};

/**
 * Checks that the caller may grant or revoke a role. The caller must have all of the role's scopes, for every project
 * and without an expiry date.
 * @throws ApiError `insufficient_scope`
 */
export function requireRole(principal: Principal, role: Role, attempt: RefusedAttempt): void {
  requireAuthority(principal, { scopes: scopesOfRole[role], projectIds: null, expiresAt: null }, attempt);
}

export const isRole = (text: string): text is Role => roles.some((role) => role === text);
