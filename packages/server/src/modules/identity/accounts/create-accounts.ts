import type { Clock } from '../../../platform/clock/index.ts';
import type { AccountContext } from './context.ts';
import { Attempts } from './signing-in/attempts.ts';
import type { Auth } from './signing-in/create-auth.ts';
import type { AuthDeps } from './signing-in/auth-deps.ts';

/** Creates everything for user accounts and sign-in. All state is in the database, except for remembered refusals. */
export function createAccounts({ clock, ...deps }: AuthDeps & { readonly clock: Clock }): AccountContext {
  let made: Promise<Auth> | undefined;
  const make = async (): Promise<Auth> => (await import('./signing-in/create-auth.ts')).createAuth(deps);
  const attempts = new Attempts({ database: deps.database, clock });
  return { ...deps, attempts, auth: () => (made ??= make()) };
}
