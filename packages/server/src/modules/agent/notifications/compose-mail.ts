import { escapeHtml } from '../../../platform/html/index.ts';
import type { Mail } from '../../../platform/mail/index.ts';
import type { WaitingMail } from './mail-store.ts';
import { toOneLine } from './notice.ts';
import { linesOfDigest } from './settings.ts';
import { toDashboardPath } from './to-notification.ts';
import { countOf } from '../../../platform/words/count-of.ts';

const maxSubjectLength = 200;

/** Composes an email for one notification, or for a list of several. @param mails emails of one person, at least one */
export function composeMail(mails: readonly WaitingMail[], baseUrl: string): Mail {
  const [first] = mails;
  const last = mails.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('an email needs at least one notification');
  const ids = mails.length === 1 ? String(first.id) : `${first.id}-${last.id}`;
  const messageId = `<notification-${ids}@${new URL(baseUrl).hostname.replaceAll(/[^\w.-]/g, '')}>`;
  const words = mails.length === 1 ? composeOne(first, baseUrl) : composeSeveral(mails, baseUrl);
  const paragraphs = [...words.paragraphs, { text: 'Notification settings', link: toSettings(first, baseUrl) }];
  return {
    to: first.email,
    subject: toOneLine(words.subject, maxSubjectLength),
    messageId,
    text: `${paragraphs.map(({ text, link }) => (link === undefined ? text : `${text}\n${link}`)).join('\n\n')}\n`,
    html: paragraphs.map(toHtml).join('\n'),
  };
}

interface Paragraph {
  readonly text: string;
  /** The address of the email's link. */
  readonly link?: string;
}

interface Words {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

function composeOne(mail: WaitingMail, baseUrl: string): Words {
  const { title, text } = mail;
  return {
    subject: `${title} (${nameOf(mail)})`,
    paragraphs: [
      { text: title, link: toLink(mail, toDashboardPath(mail), baseUrl) },
      ...(text === '' ? [] : [{ text }]),
      { text: placeOf(mail) },
    ],
  };
}

function composeSeveral(mails: readonly WaitingMail[], baseUrl: string): Words {
  const shown = mails.slice(0, linesOfDigest);
  const more = mails.length - shown.length;
  const subject = countOf(mails.length, 'more notification');
  return {
    subject,
    paragraphs: [
      { text: `${subject} that arrived too quickly for separate emails:` },
      ...shown.map((mail) => ({
        text: `${mail.title} (${placeOf(mail)})`,
        link: toLink(mail, toDashboardPath(mail), baseUrl),
      })),
      ...(more === 0 ? [] : [{ text: `And ${more} more, in the dashboard.`, link: `${baseUrl}/dashboard` }]),
    ],
  };
}

const nameOf = ({ project, organization }: WaitingMail): string => toOneLine(project ?? organization, 100);

const placeOf = ({ project, organization }: WaitingMail): string =>
  [project, organization]
    .filter((name) => name !== null)
    .map((name) => toOneLine(name, 100))
    .join(', ');

/** Returns a link that opens the right organization for members of several organizations. */
const toLink = ({ organizationId }: WaitingMail, path: string, baseUrl: string): string =>
  `${baseUrl}${path}${path.includes('?') ? '&' : '?'}organization=${encodeURIComponent(organizationId)}`;

const toSettings = (mail: WaitingMail, baseUrl: string): string =>
  toLink(mail, '/dashboard/account?tab=notifications', baseUrl);

const toHtml = ({ text, link }: Paragraph): string =>
  link === undefined ? `<p>${escapeHtml(text)}</p>` : `<p><a href="${escapeHtml(link)}">${escapeHtml(text)}</a></p>`;
