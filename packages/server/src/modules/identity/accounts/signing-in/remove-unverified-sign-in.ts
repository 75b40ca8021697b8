import type { AuthDeps } from './auth-deps.ts';
import { signInReplacedMail } from '../email/mails.ts';
import { recordAccountEvent } from './record-sign-in.ts';
import {
  deletePassword,
  deletePendingProofs,
  deleteSecondFactor,
  deleteSessions,
  lockUser,
  markEmailVerified,
} from '../user-store.ts';

/**
 * Runs before an identity of the provider is first linked to a user. Until then, the user's address is unverified,
 * because the inviter also has the link in the invitation. Existing ways to sign in may therefore be someone else's.
 * They end here, in one transaction, after which the address counts as verified. Returns true if a password or second
 * factor was removed; the owner must then be notified.
 */
export async function removeUnverifiedSignIn(
  { database, mailer, settings, log }: AuthDeps,
  userId: string,
): Promise<boolean> {
  const dropped = await database.kysely.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined || user.email_verified) return undefined;
    await markEmailVerified(tx, userId);
    const hadPassword = await deletePassword(tx, userId);
    const hadSecondFactor = await deleteSecondFactor(tx, userId);
    await deletePendingProofs(tx, userId);
    const sessions = await deleteSessions(tx, { userId });
    if (!hadPassword && !hadSecondFactor && sessions === 0) return undefined;
    const details = { by: 'oidc', password: hadPassword, secondFactor: hadSecondFactor, sessions };
    await recordAccountEvent(tx, user, { action: 'account.unverified_sign_in_removed', details, origin: null });
    return hadPassword || hadSecondFactor ? user : undefined;
  });
  if (dropped === undefined) return false;
  const provider = settings.oidc?.name ?? 'single sign-on';
  // Not awaited, because the sign-in page also shows it.
  mailer
    ?.send(signInReplacedMail(dropped.email, provider))
    .catch((error: unknown) => log.error({ err: error }, 'an email could not be sent'));
  return true;
}
