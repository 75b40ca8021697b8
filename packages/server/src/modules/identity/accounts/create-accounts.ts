import type { AccountContext } from './context.ts';
import type { Auth } from './signing-in/create-auth.ts';
import type { AuthDeps } from './signing-in/auth-deps.ts';

/** Everything about people and how they sign in. Stateless, because all state is in the database. */
export function createAccounts(deps: AuthDeps): AccountContext {
  let made: Promise<Auth> | undefined;
  const make = async (): Promise<Auth> => (await import('./signing-in/create-auth.ts')).createAuth(deps);
  return { ...deps, auth: () => (made ??= make()) };
}
