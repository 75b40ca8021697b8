import type { Role } from '../accounts/me.ts';
import type { Choice } from '../ui/field.tsx';

const labels: Readonly<Record<Role, string>> = { owner: 'Owner', admin: 'Admin', editor: 'Editor', viewer: 'Viewer' };

/** Only an owner makes owners; the service says so too. */
export const roleChoices = (own: Role | null): readonly Choice<Role>[] =>
  (Object.keys(labels) as Role[]).map((value) => ({
    value,
    label: labels[value],
    isDisabled: value === 'owner' && own !== 'owner',
  }));
