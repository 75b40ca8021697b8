import { sql, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { oidcProviderId } from './signing-in/auth-names.ts';
import type { AccountTables, SessionRow, UserRow } from './tables.ts';

/** PostgreSQL's error code for a unique violation. */
const uniqueViolation = '23505';

export async function selectUserByEmail(db: Queryable<AccountTables>, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Whether any account exists. */
export async function isAnyUser(db: Queryable<AccountTables>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function selectUser(db: Queryable<AccountTables>, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the user's sign-in methods against concurrent changes. */
export async function lockUser(tx: Transaction<AccountTables>, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Inserts a user. Returns `undefined` if the address already has an account. */
export async function insertUser(
  db: Queryable<AccountTables>,
  user: Pick<UserRow, 'id' | 'name' | 'email' | 'email_verified'>,
): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function markEmailVerified(db: Queryable<AccountTables>, id: string): Promise<void> {
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute();
}

/**
 * Changes and confirms a user's address. Returns false if another account has the address. The transaction can't be
 * used afterwards.
 */
export async function updateEmail(tx: Transaction<AccountTables>, id: string, email: string): Promise<boolean> {
  try {
    await tx
      .updateTable('users')
      .set({ email, email_verified: true, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return false;
    throw error;
  }
}

/** Sets a user's first or new password. `hash` is the result of `hashPassword`. */
export async function savePassword(
  db: Queryable<AccountTables>,
  user: { readonly accountRowId: string; readonly userId: string; readonly hash: string },
): Promise<void> {
  await db
    .insertInto('accounts')
    .values({
      id: user.accountRowId,
      user_id: user.userId,
      account_id: user.userId,
      provider_id: 'credential',
      password: user.hash,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: user.hash, updated_at: sql`now()` }),
    )
    .execute();
}

export async function hasPassword(db: Queryable<AccountTables>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether one of the identity provider's users has signed in to the account. */
export async function hasIdentity(db: Queryable<AccountTables>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', oidcProviderId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteIdentities(tx: Transaction<AccountTables>, userId: string): Promise<void> {
  await tx.deleteFrom('accounts').where('user_id', '=', userId).where('provider_id', '=', oidcProviderId).execute();
}

/** Returns the password hash for an address. With `locks`, it can't change until the transaction ends. */
export async function selectPasswordHash(
  db: Queryable<AccountTables>,
  email: string,
  locks = false,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select('accounts.password')
    .where('users.email', '=', email)
    .where('provider_id', '=', 'credential')
    .$if(locks, (query) => query.forShare('accounts'))
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Deletes a user's password. Returns whether the user had one. */
export async function deletePassword(tx: Transaction<AccountTables>, userId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Deletes a user's second factor with its recovery codes. Returns whether the user had one. */
export async function deleteSecondFactor(tx: Transaction<AccountTables>, userId: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('two_factors').where('user_id', '=', userId).executeTakeFirst();
  await tx.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute();
  return deleted.numDeletedRows > 0n;
}

/** Deletes sign-ins that wait for their second factor, and links for a reset or a change of address. */
export async function deletePendingProofs(db: Queryable<AccountTables>, userId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', userId).execute();
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute();
}

export async function selectSecondFactor(
  db: Queryable<AccountTables>,
  userId: string,
): Promise<{ readonly id: string; readonly secret: string } | undefined> {
  return db.selectFrom('two_factors').select(['id', 'secret']).where('user_id', '=', userId).executeTakeFirst();
}

/** Records the step of a used code. Steps only advance: returns false for a used code's step, and for earlier steps. */
export async function takeTimeStep(
  db: Queryable<AccountTables>,
  factor: { readonly id: string; readonly secret: string; readonly step: number },
): Promise<boolean> {
  const taken = await db
    .updateTable('two_factors')
    .set({ last_time_step: factor.step })
    .where('id', '=', factor.id)
    .where('secret', '=', factor.secret)
    .where(sql<boolean>`coalesce(last_time_step < ${factor.step}, true)`)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

export async function updateUserName(db: Queryable<AccountTables>, id: string, name: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ name, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Returns a token's open session, with its user. */
export async function selectSessionUser(
  db: Queryable<AccountTables>,
  token: string,
): Promise<{ readonly session: SessionRow; readonly user: UserRow } | undefined> {
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('token', '=', token)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (session === undefined) return undefined;
  const user = await selectUser(db, session.user_id);
  return user === undefined ? undefined : { session, user };
}

/** Returns a user's open sessions, newest first. */
export async function selectSessions(db: Queryable<AccountTables>, userId: string): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Ends a user's sessions: all, one, or all but one. Returns how many of them were open. */
export async function deleteSessions(
  db: Queryable<AccountTables>,
  which: { readonly userId: string; readonly id?: string; readonly except?: string },
): Promise<number> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('user_id', '=', which.userId)
    .$if(which.id !== undefined, (query) => query.where('id', '=', which.id ?? ''))
    .$if(which.except !== undefined, (query) => query.where('id', '!=', which.except ?? ''))
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Records that a session is in use, at most once per minute, so that most requests write nothing. */
export async function touchSession(db: Queryable<AccountTables>, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ updated_at: sql`now()` })
    .where('id', '=', id)
    .where('updated_at', '<', sql<Date>`now() - interval '1 minute'`)
    .execute();
}

/** Deletes expired rows. */
export async function deleteExpiredAccountRows(db: Queryable<AccountTables>): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(db);
  await sql`delete from verifications where expires_at < now()`.execute(db);
  await sql`delete from invitations where expires_at < now()`.execute(db);
  await sql`delete from setup_links where expires_at < now()`.execute(db);
  await sql`delete from email_changes where expires_at < now()`.execute(db);
  await sql`delete from sign_in_attempts where last_at < now() - interval '1 day'`.execute(db);
}
