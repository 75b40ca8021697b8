import { emailLinkSeconds, invitationSeconds, resetLinkSeconds } from '../settings.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

export interface MailText {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export const resetMail = (to: string, link: string): MailText => ({
  to,
  subject: 'Reset your password',
  text: `Someone asked to reset the password of ${to}.

If it was you, set a new password within ${countOf(resetLinkSeconds / 60, 'minute')}:
${link}

If it wasn't you, ignore this message: your password stays as it is.
`,
});

export const confirmEmailMail = (to: string, account: string, link: string): MailText => ({
  to,
  subject: 'Confirm your email address',
  text: `Someone asked to use the address ${to} for the account ${account}.

If it was you, confirm it within ${countOf(emailLinkSeconds / 3_600, 'hour')}:
${link}

If it wasn't you, ignore this message: nothing changes.
`,
});

/** Returns the email to an address that already has an account. The requester isn't informed. */
export const emailTakenMail = (to: string): MailText => ({
  to,
  subject: 'Your email address is already in use',
  text: `Someone who is signed in to another account wants to use ${to} for it.

You have an account with this address, so nothing has changed. If it was you, sign in with ${to} instead.
`,
});

export const emailChangedMail = (to: string, now: string): MailText => ({
  to,
  subject: 'The email address of your account has changed',
  text: `The account of ${to} now has the address ${now}. Messages and password resets go there.

If it wasn't you, ask an owner of your organization or the operator of this installation for help immediately.
`,
});

export const signInReplacedMail = (to: string, provider: string): MailText => ({
  to,
  subject: 'How you sign in has changed',
  text: `${to} has just been used with ${oneLine(provider)} for the first time.

The address was not confirmed before, so the password, the second factor and all sessions of the account were
removed: someone else might have set them up. From now on, sign in with ${oneLine(provider)}.
`,
});

export const invitationMail = (invitation: {
  readonly to: string;
  readonly organization: string;
  readonly role: string;
  readonly link: string;
}): MailText => ({
  to: invitation.to,
  subject: `You're invited to ${oneLine(invitation.organization)}`,
  text: `You're invited to join ${oneLine(invitation.organization)} as ${invitation.role}.

Accept the invitation within ${countOf(invitationSeconds / 86_400, 'day')}:
${invitation.link}
`,
});

/** Prevents a name from starting another header or paragraph. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 100);
