import { invitationSeconds, resetLinkSeconds } from './settings.ts';

export interface MailText {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export const resetMail = (to: string, link: string): MailText => ({
  to,
  subject: 'Set a new password',
  text: `Somebody, hopefully you, asked for a new password for ${to}.

Set it here within ${String(resetLinkSeconds / 60)} minutes:
${link}

If it was not you, nothing needs to be done: your password stays as it is.
`,
});

export const invitationMail = (invitation: {
  readonly to: string;
  readonly organization: string;
  readonly role: string;
  readonly link: string;
}): MailText => ({
  to: invitation.to,
  subject: `You are invited to ${oneLine(invitation.organization)}`,
  text: `You are invited to ${oneLine(invitation.organization)} as ${invitation.role}.

Accept within ${String(invitationSeconds / 86_400)} days:
${invitation.link}
`,
});

/** A name can't begin another header or another paragraph. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 100);
