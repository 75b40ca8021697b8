import type { AuthDeps } from './auth-deps.ts';
import { recordAccountEvent } from './record-sign-in.ts';
import { deleteIdentities, deletePendingProofs, deleteSessions, hasIdentity, lockUser } from '../user-store.ts';

/**
 * Runs before another user of the identity provider is linked to an account that is already linked. Both users have the
 * same verified address, which isn't sufficient here: the addresses of people who leave are reassigned, and accounts at
 * a provider are recreated. The sign-in is therefore refused, unless the operator's setting lets the new user replace
 * the old one. In that case, every previous way to sign in ends. Returns a code for the sign-in page.
 */
export async function makeRoomForIdentity(
  { database, settings }: Pick<AuthDeps, 'database' | 'settings'>,
  userId: string,
): Promise<'oidc_other_identity' | undefined> {
  const mayReplace = !settings.passwordSignIn && settings.oidc?.newIdentity === 'replace';
  return database.kysely.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined || !(await hasIdentity(tx, userId))) return undefined;
    const event = { action: 'account.identity_replaced', origin: null };
    if (!mayReplace) {
      await recordAccountEvent(tx, user, { ...event, result: 'refused' });
      return 'oidc_other_identity';
    }
    await deleteIdentities(tx, userId);
    await deletePendingProofs(tx, userId);
    const sessions = await deleteSessions(tx, { userId });
    await recordAccountEvent(tx, user, { ...event, details: { sessions } });
    return undefined;
  });
}
