import type { SandboxSetting } from '../platform/sandbox/index.ts';
import type { Settings } from './settings/settings.ts';

/**
 * Returns the required sandbox. On an all-in-one machine with one organization, all users trust each other and the
 * sites belong to that organization, so `auto` can continue without bubblewrap. Everywhere else, the operator must
 * allow this explicitly.
 */
export function chooseSandbox(
  { sandbox, databaseUrl }: Pick<Settings, 'sandbox' | 'databaseUrl'>,
  found: { readonly severalOrganizations: boolean },
): SandboxSetting {
  if (sandbox !== 'auto') return sandbox;
  return databaseUrl !== undefined || found.severalOrganizations ? 'require' : 'auto';
}
