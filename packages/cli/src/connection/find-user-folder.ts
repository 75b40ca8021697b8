import { join } from 'node:path';
import type { CliContext } from '../context.ts';

/** Where `docwright login` saves: the user’s configuration, as the XDG specification has it. Undefined without a home. */
export function findUserFolder({ env }: Pick<CliContext, 'env'>): string | undefined {
  const named = env['XDG_CONFIG_HOME'];
  const config = named !== undefined && named.startsWith('/') ? named : undefined;
  const home = env['HOME'] ?? env['USERPROFILE'];
  if (config === undefined && (home === undefined || home === '')) return undefined;
  return join(config ?? join(home ?? '', '.config'), 'docwright');
}
