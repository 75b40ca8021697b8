import type { Plan, Role, Scope } from '@docwright/contract';
import { sql, type Insertable, type Selectable, type Transaction } from 'kysely';
import { daysAgo, type Queryable, type TableOf } from '../../../platform/database/index.ts';
import type { Authority } from '../../../platform/http/index.ts';
import type { ProjectTables } from '../projects/index.ts';
import type { OrganizationTables } from '../../identity/organizations/index.ts';

export interface ApiKeyTables extends OrganizationTables, ProjectTables {
  api_keys: ApiKeysTable;
}
type ApiKeysTable = TableOf<'api_keys', { scopes: Scope[] }>;
export type ApiKeyRow = Selectable<ApiKeysTable>;

export async function insertApiKey(db: Queryable<ApiKeyTables>, row: Insertable<ApiKeysTable>): Promise<ApiKeyRow> {
  return db.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Serializes the creation of an organization's keys, so that the limit is exact. */
export async function lockKeysOf(tx: Transaction<ApiKeyTables>, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api keys ${organizationId}`}, 0))`.execute(tx);
}

/** The key is neither revoked nor expired. */
const isUsable = sql<boolean>`revoked_at is null and (expires_at is null or expires_at > now())`;

export async function countUsableKeys(db: Queryable<ApiKeyTables>, organizationId: string): Promise<number> {
  const { keys } = await db
    .selectFrom('api_keys')
    .select(sql<number>`count(*)::int`.as('keys'))
    .where('organization_id', '=', organizationId)
    .where(isUsable)
    .executeTakeFirstOrThrow();
  return keys;
}

/**
 * Deletes keys that were revoked or expired more than the given number of days ago. The audit log still contains them.
 */
export async function deleteEndedKeys(db: Queryable<ApiKeyTables>, days: number): Promise<void> {
  await sql`delete from api_keys where least(revoked_at, expires_at) < ${daysAgo(days)}`.execute(db);
}

/** Selects a valid key with the relevant data of its organization. */
export async function selectUsableKey(
  db: Queryable<ApiKeyTables>,
  sha256: Buffer,
): Promise<(ApiKeyRow & { plan: Plan; operator: boolean }) | undefined> {
  return db
    .selectFrom('api_keys')
    .innerJoin('shared_organizations as organizations', 'organizations.id', 'api_keys.organization_id')
    .selectAll('api_keys')
    .select(['organizations.plan', 'organizations.operator'])
    .where('sha256', '=', sha256)
    .where(isUsable)
    .executeTakeFirst();
}

/** Selects a valid key by its ID. */
export async function selectUsableKeyById(
  db: Queryable<ApiKeyTables>,
  organizationId: string,
  id: string,
): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where(isUsable)
    .executeTakeFirst();
}

/** Selects a user's address, and their role in the organization if they are a member. */
export async function selectUserWithRole(
  db: Queryable<ApiKeyTables>,
  organizationId: string,
  userId: string,
): Promise<{ readonly email: string; readonly role: Role | null } | undefined> {
  const { rows } = await sql<{ email: string; role: Role | null }>`
    select users.email, members.role from shared_users as users
    left join shared_members as members on members.user_id = users.id and members.organization_id = ${organizationId}
    where users.id = ${userId}`.execute(db);
  return rows[0];
}

export async function touchApiKey(db: Queryable<ApiKeyTables>, id: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function selectApiKeys(db: Queryable<ApiKeyTables>, organizationId: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function selectApiKeyForUpdate(
  db: Queryable<ApiKeyTables>,
  organizationId: string,
  id: string,
): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export const authorityOfKey = (row: ApiKeyRow): Authority => ({
  scopes: row.scopes,
  projectIds: row.project_ids,
  expiresAt: row.expires_at,
});

/** Makes the key expire in `inSeconds` from now, unless it already expires earlier. */
export async function expireApiKey(db: Queryable<ApiKeyTables>, id: string, inSeconds: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ expires_at: sql<Date>`least(expires_at, now() + make_interval(secs => ${inSeconds}))` })
    .where('id', '=', id)
    .execute();
}

export async function markRevoked(db: Queryable<ApiKeyTables>, id: string): Promise<ApiKeyRow> {
  return db
    .updateTable('api_keys')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Maps IDs of keys and users to the key's name or the user's email address. Deleted ones are omitted. */
export async function selectCreatorNames(
  db: Queryable<ApiKeyTables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from api_keys where id = any(${ids}) union all select id, email from shared_users where id = any(${ids})
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Deletes all keys of an organization that is being deleted. */
export async function deleteApiKeys(tx: Transaction<ApiKeyTables>, organizationId: string): Promise<void> {
  await sql`delete from api_keys where organization_id = ${organizationId}`.execute(tx);
}
