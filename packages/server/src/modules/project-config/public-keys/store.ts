import type { Plan } from '@docwright/contract';
import { sql, type Insertable, type Selectable, type Transaction } from 'kysely';
import type { Queryable, TableOf } from '../../../platform/database/index.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { OrganizationTables } from '../../identity/organizations/index.ts';
import type { ProjectTables } from '../projects/index.ts';

export interface PublicKeyTables extends OrganizationTables, AuditLogTables, ProjectTables {
  public_keys: PublicKeysTable;
}
type PublicKeysTable = TableOf<'public_keys'>;
export type PublicKeyRow = Selectable<PublicKeysTable>;
type Db = Queryable<PublicKeyTables>;

const works = sql<boolean>`revoked_at is null and (expires_at is null or expires_at > now())`;

export const insertPublicKey = (db: Db, row: Insertable<PublicKeysTable>): Promise<PublicKeyRow> =>
  db.insertInto('public_keys').values(row).returningAll().executeTakeFirstOrThrow();

/** Selects a project's keys, newest first. */
export const selectPublicKeys = (db: Db, projectId: string): Promise<PublicKeyRow[]> =>
  db
    .selectFrom('public_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

export const selectPublicKeyForUpdate = (
  tx: Transaction<PublicKeyTables>,
  { projectId, id }: { readonly projectId: string; readonly id: string },
): Promise<PublicKeyRow | undefined> =>
  tx
    .selectFrom('public_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function countWorkingKeys(tx: Transaction<PublicKeyTables>, projectId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('public_keys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('project_id', '=', projectId)
    .where(works)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes ended keys, except the newest. */
export async function deleteOldKeys(tx: Transaction<PublicKeyTables>, projectId: string, keep: number): Promise<void> {
  await sql`delete from public_keys where id in (
    select id from public_keys where project_id = ${projectId} and not (${works})
    order by created_at desc offset ${keep})`.execute(tx);
}

export const updatePublicKeyRow = (
  tx: Transaction<PublicKeyTables>,
  id: string,
  change: { readonly name?: string; readonly allowed_origins?: string[] },
): Promise<PublicKeyRow> =>
  tx
    .updateTable('public_keys')
    .set({ id, ...change })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const markRevoked = (tx: Transaction<PublicKeyTables>, id: string): Promise<PublicKeyRow> =>
  tx
    .updateTable('public_keys')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function expirePublicKey(tx: Transaction<PublicKeyTables>, id: string, inSeconds: number): Promise<void> {
  await tx
    .updateTable('public_keys')
    .set({ expires_at: sql<Date>`least(expires_at, now() + make_interval(secs => ${inSeconds}))` })
    .where('id', '=', id)
    .execute();
}

/** Selects a valid key with the relevant data of its organization. */
export const selectUsablePublicKey = (
  db: Db,
  key: string,
): Promise<(PublicKeyRow & { plan: Plan; operator: boolean }) | undefined> =>
  db
    .selectFrom('public_keys')
    .innerJoin('shared_organizations as organizations', 'organizations.id', 'public_keys.organization_id')
    .selectAll('public_keys')
    .select(['organizations.plan', 'organizations.operator'])
    .where('key', '=', key)
    .where(works)
    .executeTakeFirst();

/** Selects the origins of pages on which one of the project's valid keys may be used. */
export async function selectOriginsOfProject(db: Db, projectId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('public_keys')
    .select('allowed_origins')
    .where('project_id', '=', projectId)
    .where(works)
    .execute();
  return new Set(rows.flatMap((row) => row.allowed_origins));
}

/** Deletes all public keys of an organization that is being deleted. */
export async function deletePublicKeys(tx: Transaction<PublicKeyTables>, organizationId: string): Promise<void> {
  await sql`delete from public_keys where organization_id = ${organizationId}`.execute(tx);
}
