import type { RequestOrigin } from '../../../../platform/http/index.ts';
import type { AccountContext } from '../context.ts';
import { requireEmail } from './email.ts';
import {
  accountExists,
  incorrectPassword,
  invalidAccountRequest,
  linkUnusable,
  signInMethodMissing,
} from '../errors.ts';
import { takeEmailChange, upsertEmailChange } from '../link-store.ts';
import { hashLinkToken, newLinkToken } from '../links/link-token.ts';
import { confirmEmailMail, emailChangedMail, emailTakenMail, type MailText } from './mails.ts';
import { recordAccountEvent } from '../signing-in/record-sign-in.ts';
import { noteSuccess, requireAttempt, requireMailAttempt } from '../signing-in/require-attempt.ts';
import type { SignedIn } from '../signing-in/require-session.ts';
import { emailLinkSeconds } from '../settings.ts';
import {
  deletePendingProofs,
  hasIdentity,
  lockUser,
  selectPasswordHash,
  selectUserByEmail,
  updateEmail,
} from '../user-store.ts';

export interface EmailRequest {
  readonly email: string;
  readonly password: string;
}

/**
 * Emails a link to a user's new address, or to the current one for confirmation. Nothing changes until the link is
 * opened. Whether the address belongs to another account is revealed only to its mailbox.
 *
 * @returns false if the email could not be sent
 * @throws ApiError invalid_request, invalid_credentials, too_many_attempts; not_found: without a mail server
 */
export async function askForEmail(context: AccountContext, who: SignedIn, request: EmailRequest): Promise<boolean> {
  const { mailer, settings, database, passwords } = context;
  const db = database.kysely;
  if (mailer === undefined) throw signInMethodMissing('Mail');
  const email = requireEmail(request.email);
  if (await hasIdentity(db, who.userId)) throw isOfProvider();
  const { origin } = who;
  await requireAttempt(context.attempts, { email: who.email, address: origin.address });
  const user = { id: who.userId, email: who.email };
  const event = { action: 'email.change_asked', details: { email }, origin };
  const hash = await selectPasswordHash(db, who.email);
  if (hash === undefined || !(await passwords.verify({ hash, password: request.password }))) {
    await recordAccountEvent(db, user, { ...event, result: 'refused' });
    throw incorrectPassword();
  }
  await noteSuccess(context.attempts, { email: who.email, address: origin.address });
  await requireMailAttempt(context.attempts, { email, address: origin.address });
  const holder = await selectUserByEmail(db, email);
  await recordAccountEvent(db, user, event);
  if (holder !== undefined && holder.id !== who.userId) return send(context, emailTakenMail(email));
  const token = newLinkToken();
  await upsertEmailChange(db, {
    userId: who.userId,
    tokenSha256: hashLinkToken(token),
    email,
    seconds: emailLinkSeconds,
  });
  const link = `${settings.baseUrl}/dashboard/confirm-email?token=${encodeURIComponent(token)}`;
  return send(context, confirmEmailMail(email, who.email, link));
}

/**
 * Changes the address: opening the link proves access to its mailbox. Links sent to the old address stop working, and
 * the old address is notified.
 * @returns the address
 * @throws ApiError link_unusable, account_exists
 */
export async function confirmEmail(context: AccountContext, token: string, origin: RequestOrigin): Promise<string> {
  const { before, email } = await context.database.kysely.transaction().execute(async (tx) => {
    const asked = await takeEmailChange(tx, hashLinkToken(token));
    if (asked === undefined) throw linkUnusable();
    const user = await lockUser(tx, asked.userId);
    // The identity provider may have been linked in the meantime. It then determines the address.
    if (user === undefined || (await hasIdentity(tx, user.id))) throw linkUnusable();
    if (!(await updateEmail(tx, user.id, asked.email))) throw accountExists(asked.email);
    await deletePendingProofs(tx, user.id);
    const isSame = user.email === asked.email;
    await recordAccountEvent(
      tx,
      { id: user.id, email: asked.email },
      { action: isSame ? 'email.confirmed' : 'email.changed', details: isSame ? {} : { before: user.email }, origin },
    );
    return { before: user.email, email: asked.email };
  });
  if (before !== email) await send(context, emailChangedMail(before, email));
  return email;
}

async function send({ mailer, log }: AccountContext, mail: MailText): Promise<boolean> {
  try {
    await mailer?.send(mail);
    return true;
  } catch (error) {
    log.error({ err: error }, 'an email could not be sent');
    return false;
  }
}

const isOfProvider = () => invalidAccountRequest('email', 'comes from your identity provider; change it there');
