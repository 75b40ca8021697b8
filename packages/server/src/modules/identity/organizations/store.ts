import type { Plan } from '@docwright/contract';
import { sql, type Insertable, type Selectable, type Transaction } from 'kysely';
import { ownedRows, type Queryable, type TableOf } from '../../../platform/database/index.ts';

export interface OrganizationTables {
  organizations: OrganizationsTable;
  shared_organizations: TableOf<'shared_organizations'>;
  connected_repositories: ConnectedRepositoriesTable;
}
type OrganizationsTable = TableOf<'organizations'>;
type ConnectedRepositoriesTable = TableOf<'connected_repositories'>;
export type OrganizationRow = Selectable<OrganizationsTable>;
export type ConnectionRow = Pick<Selectable<ConnectedRepositoriesTable>, 'pattern' | 'created_at'>;
type Db = Queryable<OrganizationTables>;

export async function insertOrganization(db: Db, row: Insertable<OrganizationsTable>): Promise<OrganizationRow> {
  return db.insertInto('organizations').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function readOrganization(db: Db, id: string): Promise<OrganizationRow> {
  return db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/**
 * Returns the organization, locked until the transaction ends. Rows that refer to it can still be inserted. The lock
 * serializes changes to its owners, so that a count of them stays valid.
 */
export async function lockOrganization(db: Db, id: string): Promise<OrganizationRow> {
  return db.selectFrom('organizations').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

export async function findFirstOrganization(db: Db): Promise<OrganizationRow | undefined> {
  return db
    .selectFrom('organizations')
    .selectAll()
    .orderBy('operator', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Finds an organization by ID or slug; deleted ones are excluded. */
export async function findOrganization(db: Db, name: string): Promise<OrganizationRow | undefined> {
  return db
    .selectFrom('organizations')
    .selectAll()
    .where((is) => is.or([is('id', '=', name), is('slug', '=', name)]))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Returns the organizations that aren't deleted, oldest first. */
export async function listOrganizations(db: Db): Promise<OrganizationRow[]> {
  return db
    .selectFrom('organizations')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Whether the installation's users might not trust each other. */
export async function hasSeveralOrganizations(db: Queryable<OrganizationTables>): Promise<boolean> {
  return (await db.selectFrom('organizations').select('id').limit(2).execute()).length > 1;
}

export async function updateOrganizationRow(
  db: Db,
  id: string,
  change: { readonly name?: string; readonly plan?: Plan },
): Promise<OrganizationRow> {
  return db
    .updateTable('organizations')
    .set({ ...change, updated_at: sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 millisecond')` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findOrganizationName(db: Db, id: string): Promise<string> {
  return (await db.selectFrom('organizations').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;
}

export async function findPlan(db: Db, id: string): Promise<Plan> {
  return (await db.selectFrom('organizations').select('plan').where('id', '=', id).executeTakeFirstOrThrow()).plan;
}

export async function markDeleted(tx: Transaction<OrganizationTables>, id: string): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ deleted_at: sql`clock_timestamp()`, slug: sql<string>`default` })
    .where('id', '=', id)
    .execute();
}

/** Returns the IDs of deleted organizations that still have data. */
export async function selectOrganizationsToPurge(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from organizations where deleted_at is not null and purged_at is null limit 1000`.execute(db);
  return rows.map(({ id }) => id);
}

/** Records that only the organization's name and audit log are left. */
export async function markPurged(db: Db, id: string): Promise<void> {
  await sql`update organizations set purged_at = clock_timestamp() where id = ${id}`.execute(db);
}

/** Adds a connection. Returns false if the connection already exists. */
export async function insertConnection(db: Db, organizationId: string, pattern: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('connected_repositories')
    .values({ organization_id: organizationId, pattern })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes a connection. Returns false if the connection didn't exist. */
export async function deleteConnection(db: Db, organizationId: string, pattern: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('connected_repositories')
    .where('organization_id', '=', organizationId)
    .where('pattern', '=', pattern)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function findConnectedRepositories(db: Db, organizationId: string): Promise<ConnectionRow[]> {
  return db
    .selectFrom('connected_repositories')
    .select(['pattern', 'created_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('pattern')
    .execute();
}

export const connectedRepositoryRows = ownedRows({
  table: 'connected_repositories',
  column: 'organization_id',
  key: 'ctid',
});
