import type { Transaction } from 'kysely';
import type { AnyTransaction } from '../../../platform/job-engine/index.ts';
import type { WebhookEvent } from '../../project-config/webhooks/index.ts';
import { audienceOf } from './kinds.ts';
import { enqueueMail, type MailQueue } from './mail-queue.ts';
import {
  toCommentNotice,
  toDraftNotice,
  toEndpointNotice,
  toMemberNotice,
  toNotice,
  type DisabledEndpoint,
  type ExpiringDraft,
  type JoinedMember,
  type Notice,
  type WrittenComment,
} from './notice.ts';
import { insertNotifications } from './store.ts';
import type { NotificationTables } from './tables.ts';

/** Writes notifications in the transaction that causes them: either both exist, or neither does. */
export interface TellPeople {
  readonly ofEvent: (tx: AnyTransaction, event: WebhookEvent) => Promise<void>;
  readonly ofMember: (tx: AnyTransaction, member: JoinedMember) => Promise<void>;
  readonly ofDraft: (tx: AnyTransaction, draft: ExpiringDraft) => Promise<void>;
  readonly ofComment: (tx: AnyTransaction, comment: WrittenComment) => Promise<void>;
  readonly ofEndpoint: (tx: AnyTransaction, endpoint: DisabledEndpoint) => Promise<void>;
}

/** @param mail `undefined` if the installation has no mail server */
export function createTellPeople(mail: MailQueue | undefined): TellPeople {
  const tell = async (anyTx: AnyTransaction, notice: Notice | undefined): Promise<void> => {
    if (notice === undefined) return;
    const tx: Transaction<NotificationTables> = anyTx;
    const canMail = mail !== undefined;
    for (const ticket of await insertNotifications(tx, notice, { ...audienceOf(notice.kind), canMail }))
      if (canMail) await enqueueMail(mail, tx, ticket);
  };
  return {
    ofEvent: (tx, event) => tell(tx, toNotice(event)),
    ofMember: (tx, member) => tell(tx, toMemberNotice(member)),
    ofDraft: (tx, draft) => tell(tx, toDraftNotice(draft)),
    ofComment: (tx, comment) => tell(tx, toCommentNotice(comment)),
    ofEndpoint: (tx, endpoint) => tell(tx, toEndpointNotice(endpoint)),
  };
}
