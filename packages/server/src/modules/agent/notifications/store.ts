import type { NotificationKind, NotificationSetting } from '@docwright/contract';
import { sql, type Transaction } from 'kysely';
import { daysAgo, ownedRows, type Queryable } from '../../../platform/database/index.ts';
import { ofLivingProject } from '../../project-config/projects/index.ts';
import type { Audience } from './kinds.ts';
import type { MailTicket } from './mail-queue.ts';
import type { Notice } from './notice.ts';
import type { NotificationRow, NotificationTables, SettingRow } from './tables.ts';

type Db = Queryable<NotificationTables>;

/** A person in one organization. */
export interface Person {
  readonly organizationId: string;
  readonly userId: string;
}

/**
 * Inserts one row for each member with notifications on; returns those to send by mail. A member who is being removed
 * at this moment is skipped: the notifying transaction never waits for another transaction, and never fails because a
 * member is missing.
 */
export async function insertNotifications(
  tx: Transaction<NotificationTables>,
  notice: Notice,
  { roles, inApp, mail, canMail }: Audience & { readonly canMail: boolean },
): Promise<MailTicket[]> {
  const { kind, organizationId, projectId, subjectId, tone, title, text } = notice;
  const { onlyUserId = null, exceptUserId = null } = notice;
  const wantsApp = sql`coalesce(chosen.in_app, members.role = any(${inApp}))`;
  const wantsMail = sql`(${canMail}::boolean and users.email_verified and coalesce(chosen.mail, members.role = any(${mail})))`;
  const { rows } = await sql<MailTicket & { readonly mail: string | null }>`
    insert into notifications (organization_id, user_id, kind, tone, title, text, project_id, subject_id, in_app, mail)
    select members.organization_id, members.user_id, ${kind}, ${tone}, ${title}, ${text}, ${projectId}, ${subjectId},
      ${wantsApp}, case when ${wantsMail} then 'waiting' end
    from shared_members as members join shared_users as users on users.id = members.user_id left join notification_settings as chosen
      on chosen.organization_id = members.organization_id and chosen.user_id = members.user_id and chosen.kind = ${kind}
    where members.organization_id = ${organizationId} and members.role = any(${roles})
      and (${onlyUserId}::text is null or members.user_id = ${onlyUserId})
      and members.user_id is distinct from ${exceptUserId}
      and (${wantsApp} or ${wantsMail})
    for key share of members skip locked
    returning user_id as "userId", id, mail`.execute(tx);
  return rows.filter(({ mail: state }) => state !== null).map(({ userId, id }) => ({ userId, id }));
}

/** Matches a person's notifications that their current role can see. */
const shownTo = ({ organizationId, userId }: Person, kinds: readonly NotificationKind[]) => sql<boolean>`
  organization_id = ${organizationId} and user_id = ${userId} and in_app and kind = any(${kinds})
  and (project_id is null or ${ofLivingProject})`;

const projectName = sql<string | null>`(select name from shared_projects where id = notifications.project_id)`.as(
  'project_name',
);

/** Returns a page of notifications, newest first; `before` is the last ID of the previous page. */
export async function selectNotifications(
  db: Db,
  person: Person,
  filter: {
    readonly kinds: readonly NotificationKind[];
    readonly isUnread: boolean;
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .select(projectName)
    .where(shownTo(person, filter.kinds))
    .$if(filter.isUnread, (query) => query.where('read_at', 'is', null))
    .$if(filter.before !== undefined, (query) => query.where(sql<boolean>`id < ${filter.before}::bigint`))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute();
}

export async function countUnread(db: Db, person: Person, kinds: readonly NotificationKind[]): Promise<number> {
  const { unread } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<string>().as('unread'))
    .where(shownTo(person, kinds))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

export async function markRead(db: Db, person: Person, ids: readonly string[]): Promise<void> {
  await sql`
    update notifications set read_at = clock_timestamp()
    where organization_id = ${person.organizationId} and user_id = ${person.userId} and read_at is null
      and id = any(${ids}::bigint[])`.execute(db);
}

export async function markReadUpTo(db: Db, person: Person, newest: string): Promise<void> {
  await sql`
    update notifications set read_at = clock_timestamp()
    where organization_id = ${person.organizationId} and user_id = ${person.userId} and in_app and read_at is null
      and id <= ${newest}::bigint`.execute(db);
}

/** Returns the person's choices. Other settings follow the role. */
export async function selectSettings(db: Db, { organizationId, userId }: Person): Promise<SettingRow[]> {
  return db
    .selectFrom('notification_settings')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/** Returns false if the person left in the meantime. */
export async function upsertSettings(
  tx: Transaction<NotificationTables>,
  { organizationId, userId }: Person,
  settings: readonly NotificationSetting[],
): Promise<boolean> {
  const { rows } = await sql`
    select from shared_members where organization_id = ${organizationId} and user_id = ${userId} for key share`.execute(
    tx,
  );
  if (rows.length === 0) return false;
  for (const { kind, inApp, mail } of settings) {
    await sql`
      insert into notification_settings (organization_id, user_id, kind, in_app, mail)
      values (${organizationId}, ${userId}, ${kind}, ${inApp}, ${mail})
      on conflict (organization_id, user_id, kind) do update set in_app = excluded.in_app, mail = excluded.mail`.execute(
      tx,
    );
  }
  return true;
}

export async function selectAddress(
  db: Db,
  userId: string,
): Promise<{ readonly email: string; readonly isConfirmed: boolean } | undefined> {
  return db
    .selectFrom('shared_users')
    .select(['email', 'email_verified as isConfirmed'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Deletes notifications that are too old, and those beyond the limit for each person in each organization. */
export async function deleteOldNotifications(
  db: Db,
  keep: { readonly days: number; readonly ofPerson: number },
): Promise<void> {
  await sql`delete from notifications where at < ${daysAgo(keep.days)}`.execute(db);
  await sql`
    delete from notifications as old using (
      select organization_id, user_id from notifications
      group by organization_id, user_id having count(*) > ${keep.ofPerson}
    ) as full_one
    where old.organization_id = full_one.organization_id and old.user_id = full_one.user_id and old.id <= (
      select id from notifications as newer
      where newer.organization_id = full_one.organization_id and newer.user_id = full_one.user_id
      order by id desc offset ${keep.ofPerson} limit 1
    )`.execute(db);
}

export const projectNotificationRows = ownedRows({
  table: 'notifications',
  column: 'project_id',
  key: 'id',
  newest: 'id desc',
});

export const organizationNotificationRows = ownedRows({ table: 'notifications', column: 'organization_id', key: 'id' });
