import type { Plan, Role } from '@docwright/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AccountTables } from './tables.ts';

export interface Membership {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly plan: Plan;
  readonly operator: boolean;
  readonly role: Role;
}

/** Returns a user's memberships, in the order in which they began. */
export async function selectMemberships(db: Queryable<AccountTables>, userId: string): Promise<Membership[]> {
  return db
    .selectFrom('members')
    .innerJoin('shared_organizations as organizations', 'organizations.id', 'members.organization_id')
    .select([
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'organizations.plan',
      'organizations.operator',
      'members.role',
    ])
    .where('members.user_id', '=', userId)
    .orderBy('members.created_at')
    .orderBy('organizations.id')
    .execute();
}

export interface MemberRow {
  readonly user_id: string;
  readonly role: Role;
  readonly created_at: Date;
  readonly name: string;
  readonly email: string;
  readonly two_factor_enabled: boolean;
  readonly reader_groups: readonly string[];
  readonly last_seen_at: Date | null;
}

const lastSeen = sql<Date | null>`(
  select max(sessions.updated_at) from sessions where sessions.user_id = members.user_id and expires_at > now()
)`.as('last_seen_at');

/** Returns a page of members, in the order in which they joined; `after` is the previous page's last user. */
export async function selectMembers(
  db: Queryable<AccountTables>,
  filter: {
    readonly organizationId: string;
    readonly userId?: string;
    readonly after?: string | undefined;
    readonly limit: number;
  },
): Promise<MemberRow[]> {
  const { organizationId, userId, after, limit } = filter;
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.user_id', 'members.role', 'members.created_at', 'users.name', 'users.email'])
    .select(['users.two_factor_enabled', 'members.reader_groups', lastSeen])
    .where('members.organization_id', '=', organizationId)
    .$if(userId !== undefined, (query) => query.where('members.user_id', '=', userId ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(members.created_at, members.user_id) > (
          select created_at, user_id from members where organization_id = ${organizationId} and user_id = ${after}
        )`,
      ),
    )
    .orderBy('members.created_at')
    .orderBy('members.user_id')
    .limit(limit)
    .execute();
}

export async function countOwners(db: Queryable<AccountTables>, organizationId: string): Promise<number> {
  const { owners } = await db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<string>().as('owners'))
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return Number(owners);
}

/** Adds a member. Returns false if the user is already a member. */
export async function insertMember(
  db: Queryable<AccountTables>,
  member: { readonly organizationId: string; readonly userId: string; readonly role: Role },
): Promise<boolean> {
  const inserted = await db
    .insertInto('members')
    .values({ organization_id: member.organizationId, user_id: member.userId, role: member.role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function updateMemberRole(
  db: Queryable<AccountTables>,
  member: { readonly organizationId: string; readonly userId: string; readonly role: Role },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ role: member.role })
    .where('organization_id', '=', member.organizationId)
    .where('user_id', '=', member.userId)
    .execute();
}

export async function updateReaderGroups(
  db: Queryable<AccountTables>,
  member: { readonly organizationId: string; readonly userId: string; readonly readerGroups: readonly string[] },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ reader_groups: [...member.readerGroups] })
    .where('organization_id', '=', member.organizationId)
    .where('user_id', '=', member.userId)
    .execute();
}

export async function deleteMember(
  db: Queryable<AccountTables>,
  member: { readonly organizationId: string; readonly userId: string },
): Promise<void> {
  await db
    .deleteFrom('members')
    .where('organization_id', '=', member.organizationId)
    .where('user_id', '=', member.userId)
    .execute();
}

/** Whether a person with this address is a member. */
export async function isMemberAddress(
  db: Queryable<AccountTables>,
  organizationId: string,
  email: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('users.id')
    .where('members.organization_id', '=', organizationId)
    .where('users.email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

export interface SessionInOrganization {
  readonly sessionId: string;
  readonly organizationId: string;
}

/**
 * Returns the reader groups of the member with this session; `undefined` if the session has ended or its user isn't a
 * member.
 */
export async function selectGroupsOfSession(
  db: Queryable<AccountTables>,
  { sessionId, organizationId }: SessionInOrganization,
): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ readonly groups: readonly string[] }>`
    select m.reader_groups as groups from sessions as s
    join members as m on m.user_id = s.user_id and m.organization_id = ${organizationId}
    where s.id = ${sessionId} and s.expires_at > now()`.execute(db);
  return rows[0]?.groups;
}

/** Returns a member's reader groups; `undefined` if the user isn't a member. */
export async function selectGroupsOfMember(
  db: Queryable<AccountTables>,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ readonly groups: readonly string[] }>`
    select reader_groups as groups from members
    where organization_id = ${organizationId} and user_id = ${userId}`.execute(db);
  return rows[0]?.groups;
}

export interface SignedInMember {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

/** Returns the member with this open session. */
export async function selectMemberOfSession(
  db: Queryable<AccountTables>,
  { sessionId, organizationId }: SessionInOrganization,
): Promise<SignedInMember | undefined> {
  const { rows } = await sql<SignedInMember>`
    select users.id as "userId", users.name, users.email from sessions as s
    join members as m on m.user_id = s.user_id and m.organization_id = ${organizationId}
    join users on users.id = s.user_id
    where s.id = ${sessionId} and s.expires_at > now()`.execute(db);
  return rows[0];
}

export async function isMember(
  db: Queryable<AccountTables>,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from members where organization_id = ${organizationId} and user_id = ${userId}`.execute(db);
  return rows.length > 0;
}
