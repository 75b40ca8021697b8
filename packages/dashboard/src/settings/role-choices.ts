import type { Role } from '../accounts/me.ts';
import type { Choice } from '../ui/field.tsx';

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  viewer: 'Viewer',
};

/**
 * Returns the roles that a member can assign. Only an owner can make someone an owner; the service also enforces this.
 */
export const roleChoices = (own: Role | null): readonly Choice<Role>[] =>
  (Object.keys(roleLabels) as Role[]).map((value) => ({
    value,
    label: roleLabels[value],
    isDisabled: value === 'owner' && own !== 'owner',
  }));
