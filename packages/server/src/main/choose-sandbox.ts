import type { SandboxSetting } from '../platform/sandbox/index.ts';
import type { Settings } from './settings/settings.ts';

/**
 * The required sandbox. People of one organization trust each other, and on an all-in-one machine the sites are their
 * own: `auto` may then continue without bubblewrap. Elsewhere an operator has to set that explicitly.
 */
export function chooseSandbox(
  { sandbox, databaseUrl }: Pick<Settings, 'sandbox' | 'databaseUrl'>,
  found: { readonly severalOrganizations: boolean },
): SandboxSetting {
  if (sandbox !== 'auto') return sandbox;
  return databaseUrl !== undefined || found.severalOrganizations ? 'require' : 'auto';
}
