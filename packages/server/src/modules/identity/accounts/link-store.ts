import { sql, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AccountTables, InvitationRow } from './tables.ts';

export interface SetupLinkRow {
  readonly organization_id: string;
  readonly user_id: string | null;
}

/** Stores a setup link and replaces earlier links, so that at most one link per purpose is open. */
export async function insertSetupLink(
  tx: Transaction<AccountTables>,
  link: {
    readonly tokenSha256: Buffer;
    readonly organizationId: string;
    readonly userId: string | null;
    readonly seconds: number;
  },
): Promise<Date> {
  await tx
    .deleteFrom('setup_links')
    .where('organization_id', '=', link.organizationId)
    .where(sql<boolean>`user_id is not distinct from ${link.userId}`)
    .execute();
  const row = await tx
    .insertInto('setup_links')
    .values({
      token_sha256: link.tokenSha256,
      organization_id: link.organizationId,
      user_id: link.userId,
      expires_at: sql`now() + make_interval(secs => ${link.seconds})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

export async function selectSetupLink(
  db: Queryable<AccountTables>,
  tokenSha256: Buffer,
): Promise<SetupLinkRow | undefined> {
  return db
    .selectFrom('setup_links')
    .select(['organization_id', 'user_id'])
    .where('token_sha256', '=', tokenSha256)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Consumes a link. Only one of two concurrent uses succeeds. */
export async function takeSetupLink(
  tx: Transaction<AccountTables>,
  tokenSha256: Buffer,
): Promise<SetupLinkRow | undefined> {
  return tx
    .deleteFrom('setup_links')
    .where('token_sha256', '=', tokenSha256)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['organization_id', 'user_id'])
    .executeTakeFirst();
}

/** Stores the link for a change of address. It replaces the previous link. */
export async function upsertEmailChange(
  db: Queryable<AccountTables>,
  link: { readonly userId: string; readonly tokenSha256: Buffer; readonly email: string; readonly seconds: number },
): Promise<void> {
  const row = {
    token_sha256: link.tokenSha256,
    email: link.email,
    expires_at: sql<Date>`now() + make_interval(secs => ${link.seconds})`,
  };
  await db
    .insertInto('email_changes')
    .values({ user_id: link.userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** Consumes a link. Only one of two concurrent uses succeeds. */
export async function takeEmailChange(
  tx: Transaction<AccountTables>,
  tokenSha256: Buffer,
): Promise<{ readonly userId: string; readonly email: string } | undefined> {
  return tx
    .deleteFrom('email_changes')
    .where('token_sha256', '=', tokenSha256)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id as userId', 'email'])
    .executeTakeFirst();
}

/** Stores an invitation. It replaces an open invitation to the same address. */
export async function upsertInvitation(
  db: Queryable<AccountTables>,
  link: Pick<
    InvitationRow,
    'id' | 'organization_id' | 'email' | 'role' | 'token_sha256' | 'mailed_token_sha256' | 'invited_by'
  > & {
    readonly seconds: number;
  },
): Promise<InvitationRow> {
  const { seconds, ...row } = link;
  const fresh = { created_at: sql<Date>`now()`, expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` };
  return db
    .insertInto('invitations')
    .values({ ...row, ...fresh })
    .onConflict((conflict) => conflict.columns(['organization_id', 'email']).doUpdateSet({ ...row, ...fresh }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Finds an open invitation, and locks it until the transaction ends. */
export async function lockInvitationTo(
  tx: Transaction<AccountTables>,
  organizationId: string,
  email: string,
): Promise<InvitationRow | undefined> {
  return tx
    .selectFrom('invitations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
}

export async function countInvitations(db: Queryable<AccountTables>, organizationId: string): Promise<number> {
  const { open } = await db
    .selectFrom('invitations')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return open;
}

/** Returns an organization's open invitations, newest first. */
export async function selectInvitations(
  db: Queryable<AccountTables>,
  organizationId: string,
): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .execute();
}

/** An open invitation. `is_mailed`: whether the token was sent only to the address's mailbox. */
export interface FoundInvitation extends InvitationRow {
  readonly is_mailed: boolean;
}

const hasToken = (tokenSha256: Buffer) =>
  sql<boolean>`(token_sha256 = ${tokenSha256} or mailed_token_sha256 = ${tokenSha256})`;

const isMailed = (tokenSha256: Buffer) =>
  sql<boolean>`coalesce(mailed_token_sha256 = ${tokenSha256}, false)`.as('is_mailed');

export async function selectInvitation(
  db: Queryable<AccountTables>,
  tokenSha256: Buffer,
): Promise<(FoundInvitation & { readonly organization_name: string }) | undefined> {
  return db
    .selectFrom('invitations')
    .innerJoin('shared_organizations as organizations', 'organizations.id', 'invitations.organization_id')
    .selectAll('invitations')
    .select(['organizations.name as organization_name', isMailed(tokenSha256)])
    .where(hasToken(tokenSha256))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Consumes an invitation. Only one of two concurrent uses succeeds. */
export async function takeInvitation(
  tx: Transaction<AccountTables>,
  tokenSha256: Buffer,
): Promise<FoundInvitation | undefined> {
  return tx
    .deleteFrom('invitations')
    .where(hasToken(tokenSha256))
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .returning(isMailed(tokenSha256))
    .executeTakeFirst();
}

export async function deleteInvitation(
  db: Queryable<AccountTables>,
  organizationId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  return db
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Returns the open invitations to an address, in all organizations. */
export async function selectInvitationsTo(db: Queryable<AccountTables>, email: string): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
}

/** Deletes the memberships, invitations and setup links of an organization that is being deleted. */
export async function deleteMemberships(tx: Transaction<AccountTables>, organizationId: string): Promise<void> {
  await sql`delete from members where organization_id = ${organizationId}`.execute(tx);
  await sql`delete from invitations where organization_id = ${organizationId}`.execute(tx);
  await sql`delete from setup_links where organization_id = ${organizationId}`.execute(tx);
}
