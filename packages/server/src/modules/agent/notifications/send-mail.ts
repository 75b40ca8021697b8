import type { Database } from '../../../platform/database/index.ts';
import type { FaultPoint } from '../../../platform/fault-points/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { MailRefusedError, type Mailer } from '../../../platform/mail/index.ts';
import { composeMail } from './compose-mail.ts';
import { kindsOfRole } from './kinds.ts';
import { enqueueDigest, type MailQueue, type MailTicket } from './mail-queue.ts';
import { markMails, recordSent, selectMailbox, selectWaiting, type WaitingMail } from './mail-store.ts';
import { mailsOfHour, waitingOfDigest } from './settings.ts';
import type { NotificationTables } from './tables.ts';

export interface MailDeps extends MailQueue {
  readonly database: Database<NotificationTables>;
  readonly mailer: Mailer;
  /** Address of the service, for links. */
  readonly baseUrl: string;
  readonly log: Logger;
  readonly faultPoint: FaultPoint;
}

/**
 * Sends at most one email. It may be sent twice, with the same `Message-ID`, if the worker crashes between the server's
 * response and its record. Once a person has reached the hourly limit, the remaining notifications are combined into
 * one email after the hour.
 * @throws Error if the mail server might accept it later
 */
export async function sendMail(deps: MailDeps, ticket: MailTicket): Promise<void> {
  const { kysely } = deps.database;
  const { userId } = ticket;
  const found = await selectWaiting(kysely, ticket, waitingOfDigest);
  const { wanted, others } = sortOut(found);
  if (others.length > 0) await markMails(kysely, others.map(idOf), 'failed');
  if (wanted.length === 0) return;
  const { sent, freeAt } = await selectMailbox(kysely, userId);
  if (sent >= mailsOfHour && freeAt !== null) {
    await enqueueDigest(deps, userId, freeAt);
    return;
  }
  const ids = wanted.map(idOf);
  try {
    await deps.mailer.send(composeMail(wanted, deps.baseUrl));
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    deps.log.warn({ userId, err: error }, 'the mail server refused a notification email');
    await markMails(kysely, ids, 'failed');
    return;
  }
  deps.faultPoint('mail.answered');
  await kysely.transaction().execute(async (tx) => {
    await markMails(tx, ids, 'sent');
    await recordSent(tx, userId, mailsOfHour);
  });
  deps.faultPoint('mail.recorded');
}

/**
 * Separates the emails that are still to be sent from the others: in the meantime, the person may have lost the role
 * that can see the notification, or the address may have changed.
 */
function sortOut(found: readonly WaitingMail[]) {
  const mayGo = ({ role, kind, isConfirmed }: WaitingMail): boolean => isConfirmed && kindsOfRole(role).includes(kind);
  return { wanted: found.filter(mayGo), others: found.filter((mail) => !mayGo(mail)) };
}

const idOf = ({ id }: WaitingMail): number => id;

/** Gives up on an email after the last attempt; the notification is then only in the dashboard. */
export async function giveUpMail({ database: { kysely } }: MailDeps, ticket: MailTicket): Promise<void> {
  const found = await selectWaiting(kysely, ticket, waitingOfDigest);
  await markMails(kysely, found.map(idOf), 'failed');
}
