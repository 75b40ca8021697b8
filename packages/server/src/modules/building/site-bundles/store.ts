import { sql, type Insertable, type QueryExecutorProvider } from 'kysely';
import { type Queryable } from '../../../platform/database/index.ts';
import type { SiteBundleRow, SiteBundleTables } from './tables.ts';

/** Finds a bundle by its identity. Briefly locks the row, so that a bundle that is being deleted isn't found. */
export async function selectBundleByIdentity(
  db: Queryable<SiteBundleTables>,
  { projectId, identity }: { readonly projectId: string; readonly identity: string },
): Promise<SiteBundleRow | undefined> {
  return db
    .selectFrom('site_bundles')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('identity', '=', identity)
    .forKeyShare()
    .executeTakeFirst();
}

export async function findBundle(db: Queryable<SiteBundleTables>, id: string): Promise<SiteBundleRow | undefined> {
  return db.selectFrom('site_bundles').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the project's bundles with these files, one per file. */
export async function selectBundlesOfFiles(
  db: Queryable<SiteBundleTables>,
  projectId: string,
  blobKeys: readonly string[],
): Promise<Pick<SiteBundleRow, 'project_id' | 'blob_key' | 'size_bytes'>[]> {
  const { rows } = await sql<Pick<SiteBundleRow, 'project_id' | 'blob_key' | 'size_bytes'>>`
    select distinct on (blob_key) project_id, blob_key, size_bytes from site_bundles
    where project_id = ${projectId} and blob_key = any(${blobKeys})`.execute(db);
  return rows;
}

/** Inserts a bundle. Returns `undefined` if another worker has just stored a bundle with this identity. */
export async function insertBundle(
  db: Queryable<SiteBundleTables>,
  row: Insertable<SiteBundleTables['site_bundles']>,
): Promise<SiteBundleRow | undefined> {
  return db
    .insertInto('site_bundles')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'identity']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Retires a bundle whose file is missing or damaged: the next build of its identity replaces it. */
export async function retireBundle(db: Queryable<SiteBundleTables>, id: string): Promise<void> {
  // Rows that refer to the bundle keep its original data.
  await db
    .updateTable('site_bundles')
    .set({ identity: `gone:${id}` })
    .where('id', '=', id)
    .execute();
}

/**
 * Locks the given bundles, except those that are already locked. Other callers that need a bundle wait.
 * @returns the locked bundles' IDs
 */
export async function lockBundles(tx: Queryable<SiteBundleTables>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from site_bundles where id = any(${ids}) order by id for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** @returns the keys of the bundles' files */
export async function deleteBundles(tx: Queryable<SiteBundleTables>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from site_bundles where id = any(${ids}) returning blob_key as key`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Returns the total size of an organization's bundles in bytes, with each file counted once. */
export async function sumBundleBytes(db: QueryExecutorProvider, organizationId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::float8 as bytes from (
      select max(size_bytes) as size from site_bundles where organization_id = ${organizationId} group by blob_key
    ) as files`.execute(db);
  return rows[0]?.bytes ?? 0;
}
