import { roles, type Role, type Scope } from '@docwright/contract';

/**
 * What each role may do, as scopes of the public API: the one table that says so. `…:write` covers `…:read`. The
 * dashboard holds nothing beyond it, and a key with the same scopes can do the same.
 */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ['admin'],
  admin: [
    'agent-jobs:write',
    'exports:write',
    'projects:write',
    'repositories:write',
    'api-keys:write',
    'organization:write',
    'members:write',
    'audit:read',
    'metrics:read',
    'system:read',
  ],
  editor: [
    'agent-jobs:write',
    'exports:write',
    'projects:read',
    'repositories:read',
    'organization:read',
    'members:read',
    'system:read',
  ],
  viewer: [
    'agent-jobs:read',
    'exports:read',
    'projects:read',
    'repositories:read',
    'organization:read',
    'members:read',
    'system:read',
  ],
};

/** The strongest role that somebody with these scopes may give: nobody gives what they don't hold. */
export function canGiveRole(scopes: readonly Scope[], role: Role): boolean {
  return role !== 'owner' || scopes.includes('admin');
}

export const isRole = (text: string): text is Role => roles.some((role) => role === text);
