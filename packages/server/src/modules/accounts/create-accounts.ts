import type { AccountContext } from './context.ts';
import { createAuth, type AuthDeps } from './create-auth.ts';

/** Everything about people and how they sign in; the same in each replica, since all state is in the database. */
export function createAccounts(deps: AuthDeps): AccountContext {
  return { ...deps, auth: createAuth(deps) };
}
