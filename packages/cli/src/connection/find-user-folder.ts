import { join } from 'node:path';
import type { CliContext } from '../context.ts';

/**
 * Returns the folder to which `docwright login` saves: the user's configuration folder according to the XDG
 * specification. `undefined` if the user has no home folder.
 */
export function findUserFolder({ env }: Pick<CliContext, 'env'>): string | undefined {
  const named = env['XDG_CONFIG_HOME'];
  const config = named !== undefined && named.startsWith('/') ? named : undefined;
  const home = env['HOME'] ?? env['USERPROFILE'];
  if (config === undefined && (home === undefined || home === '')) return undefined;
  return join(config ?? join(home ?? '', '.config'), 'docwright');
}
