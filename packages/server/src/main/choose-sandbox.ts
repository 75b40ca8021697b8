import type { SandboxSetting } from '../platform/sandbox/index.ts';
import type { Settings } from './settings.ts';

/**
 * What is asked of the sandbox. People of one organization trust each other, and on a machine with everything in it the
 * sites are their own: `auto` may then go on without bubblewrap. Elsewhere that takes an operator's word.
 */
export function chooseSandbox(
  { sandbox, databaseUrl }: Pick<Settings, 'sandbox' | 'databaseUrl'>,
  found: { readonly severalOrganizations: boolean },
): SandboxSetting {
  if (sandbox !== 'auto') return sandbox;
  return databaseUrl !== undefined || found.severalOrganizations ? 'require' : 'auto';
}
