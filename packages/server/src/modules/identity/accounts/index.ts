export { Attempts } from './signing-in/attempts.ts';
export { registerAuthRoutes } from './signing-in/auth-routes.ts';
export { createAuthenticateSession } from './signing-in/authenticate-session.ts';
export type { AccountContext } from './context.ts';
export { checkPassword } from './signing-in/check-password.ts';
export { createAccounts } from './create-accounts.ts';
export { sessionCookieName } from './signing-in/auth-names.ts';
export {
  createSetupLink,
  hasOwner,
  isOpenSetupLink,
  SetupLinkRefusal,
  toSetupAddress,
} from './links/create-setup-link.ts';
export { deleteMemberships } from './link-store.ts';
export { isMember, selectGroupsOfMember, selectGroupsOfSession, selectMemberOfSession } from './member-store.ts';
export { PasswordHasher } from './signing-in/password-hasher.ts';
export { noteGuess, takeGuess } from './signing-in/require-attempt.ts';
export { requireSession } from './signing-in/require-session.ts';
export { scopesOfRole } from './roles.ts';
export { registerMemberRoutes } from './routes.ts';
export type { AccountSettings, OidcSettings } from './settings.ts';
export type { AccountTables } from './tables.ts';
export { deleteExpiredAccountRows, selectUser } from './user-store.ts';
