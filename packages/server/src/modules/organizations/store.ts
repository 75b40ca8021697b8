import type { Plan } from '@docwright/contract';
import { sql, type ColumnType, type Insertable, type Selectable } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';

export interface OrganizationTables {
  organizations: OrganizationsTable;
}
interface OrganizationsTable {
  id: string;
  name: string;
  plan: Plan;
  created_at: ColumnType<Date, Date | undefined, never>;
  updated_at: ColumnType<Date, undefined, ReturnType<typeof sql<Date>>>;
}
export type OrganizationRow = Selectable<OrganizationsTable>;

export async function insertOrganization(
  db: Queryable<OrganizationTables>,
  row: Insertable<OrganizationsTable>,
): Promise<OrganizationRow> {
  return db.insertInto('organizations').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function selectOrganization(db: Queryable<OrganizationTables>, id: string): Promise<OrganizationRow> {
  return db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Nobody else changes it until the transaction ends. */
export async function lockOrganization(db: Queryable<OrganizationTables>, id: string): Promise<OrganizationRow> {
  return db.selectFrom('organizations').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

export async function selectFirstOrganization(db: Queryable<OrganizationTables>): Promise<OrganizationRow | undefined> {
  return db.selectFrom('organizations').selectAll().orderBy('created_at').orderBy('id').limit(1).executeTakeFirst();
}

export async function updateOrganizationRow(
  db: Queryable<OrganizationTables>,
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

export async function selectOrganizationName(db: Queryable<OrganizationTables>, id: string): Promise<string> {
  return (await db.selectFrom('organizations').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;
}
