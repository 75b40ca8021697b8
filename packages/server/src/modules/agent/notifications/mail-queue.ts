import type { AnyTransaction, JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';

/** A ticket for one notification, or without an ID for all notifications that wait for the person. */
export interface MailTicket {
  readonly userId: string;
  readonly id: number | null;
}

export interface MailQueue {
  readonly engine: JobEngine;
  readonly queue: JobQueue<MailTicket>;
}

export function defineMailQueue(engine: JobEngine): JobQueue<MailTicket> {
  return engine.defineQueue<MailTicket>('notification-mails', {
    // Enough retries that no email is lost if a mail server is unavailable for a few hours.
    retryLimit: 12,
    retryDelayMs: 15_000,
    retryDelayMaxMs: 3_600_000,
    lostAttemptsLimit: 10,
    expireMs: 120_000,
  });
}

/** Enqueues an email in the transaction that creates its notification: either both exist, or neither does. */
export async function enqueueMail({ engine, queue }: MailQueue, transaction: AnyTransaction, ticket: MailTicket) {
  await engine.enqueue(queue, ticket, { transaction, singletonKey: String(ticket.id), groupId: ticket.userId });
}

/**
 * Enqueues one email for postponed notifications, at the time when the next email may be sent. It is enqueued once,
 * even if several callers request it.
 */
export async function enqueueDigest({ engine, queue }: MailQueue, userId: string, startAfter: Date): Promise<void> {
  const singletonKey = `${userId} ${startAfter.getTime()}`;
  await engine.enqueue(queue, { userId, id: null }, { singletonKey, groupId: userId, startAfter });
}
