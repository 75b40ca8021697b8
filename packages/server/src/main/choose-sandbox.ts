import type { SandboxSetting } from '../platform/sandbox/index.ts';
import type { Settings } from './settings/settings.ts';

/**
 * The required sandbox. On an all-in-one machine with one organization, everyone trusts each other and the sites are
 * the organization's own, so `auto` may continue without bubblewrap. Elsewhere, an operator must set that explicitly.
 */
export function chooseSandbox(
  { sandbox, databaseUrl }: Pick<Settings, 'sandbox' | 'databaseUrl'>,
  found: { readonly severalOrganizations: boolean },
): SandboxSetting {
  if (sandbox !== 'auto') return sandbox;
  return databaseUrl !== undefined || found.severalOrganizations ? 'require' : 'auto';
}
