import type { NotificationKind, Role } from '@docwright/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { ofLivingProject } from '../../project-config/projects/index.ts';
import type { MailTicket } from './mail-queue.ts';
import type { NotificationTables } from './tables.ts';

type Db = Queryable<NotificationTables>;

/** Pending emails, with the current data of their recipients. */
export interface WaitingMail {
  readonly id: number;
  readonly organizationId: string;
  readonly userId: string;
  readonly organization: string;
  readonly project: string | null;
  readonly kind: NotificationKind;
  readonly title: string;
  readonly text: string;
  readonly project_id: string | null;
  readonly subject_id: string | null;
  readonly role: Role;
  readonly email: string;
  readonly isConfirmed: boolean;
}

/** Returns pending emails, oldest first. */
export async function selectWaiting(db: Db, { userId, id }: MailTicket, limit: number): Promise<WaitingMail[]> {
  return db
    .selectFrom('notifications')
    .innerJoin('shared_members as members', (join) =>
      join
        .onRef('members.organization_id', '=', 'notifications.organization_id')
        .onRef('members.user_id', '=', 'notifications.user_id'),
    )
    .innerJoin('shared_users as users', 'users.id', 'notifications.user_id')
    .innerJoin('shared_organizations as organizations', 'organizations.id', 'notifications.organization_id')
    .leftJoin('shared_projects as projects', 'projects.id', 'notifications.project_id')
    .select(['notifications.id', 'kind', 'title', 'text', 'project_id', 'subject_id', 'members.role', 'users.email'])
    .select(['notifications.organization_id as organizationId', 'notifications.user_id as userId'])
    .select(['organizations.name as organization', 'projects.name as project', 'email_verified as isConfirmed'])
    .where('notifications.user_id', '=', userId)
    .where('mail', '=', 'waiting')
    .where(sql<boolean>`(project_id is null or ${ofLivingProject})`)
    .$if(id !== null, (query) => query.where(sql<boolean>`notifications.id = ${id}`))
    .orderBy('notifications.id')
    .limit(limit)
    .execute();
}

export async function markMails(db: Db, ids: readonly number[], as: 'sent' | 'failed'): Promise<void> {
  await sql`update notifications set mail = ${as} where id = any(${ids}::bigint[]) and mail = 'waiting'`.execute(db);
}

/**
 * Returns the number of emails in the last hour, and the time at which the first of them is an hour old; null without
 * emails.
 */
export async function selectMailbox(
  db: Db,
  userId: string,
): Promise<{ readonly sent: number; readonly freeAt: Date | null }> {
  const { rows } = await sql<{ sent: number; freeAt: Date | null }>`
    select count(*)::int as sent, min(moment) + interval '1 hour 1 second' as "freeAt"
    from notification_mailboxes, unnest(sent_at) as moment
    where user_id = ${userId} and moment > clock_timestamp() - interval '1 hour'`.execute(db);
  return rows[0] ?? { sent: 0, freeAt: null };
}

/** @param newest number of recorded times to keep */
export async function recordSent(db: Db, userId: string, newest: number): Promise<void> {
  await sql`
    insert into notification_mailboxes (user_id, sent_at)
    select id, array[clock_timestamp()] from shared_users where id = ${userId} for key share
    on conflict (user_id) do update set sent_at = array(
      select moment from unnest(notification_mailboxes.sent_at || excluded.sent_at) as moment
      order by moment desc limit ${newest}
    )`.execute(db);
}
