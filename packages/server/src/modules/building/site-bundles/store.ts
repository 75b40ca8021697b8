import { sql, type Insertable } from 'kysely';
import { type Queryable } from '../../../platform/database/index.ts';
import type { SiteBundleRow, SiteBundleTables } from './tables.ts';

/** Locks the row for a moment: a bundle that is being deleted isn't found. */
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

/** The bundles of a project's newest completed exports, each once: its owner's hosts are likely to serve these. */
export async function selectExportedBundles(
  db: Queryable<SiteBundleTables>,
  projectId: string,
  limit: number,
): Promise<Pick<SiteBundleRow, 'project_id' | 'blob_key' | 'size_bytes'>[]> {
  const { rows } = await sql<Pick<SiteBundleRow, 'project_id' | 'blob_key' | 'size_bytes'>>`
    select distinct on (blob_key) project_id, blob_key, size_bytes from site_bundles
    where project_id = ${projectId} and blob_key in (
      select blob_key from export_jobs where project_id = ${projectId} and status = 'completed'
      order by created_at desc, id desc limit ${limit})`.execute(db);
  return rows;
}

/** Returns `undefined` if another worker has just stored a bundle with this identity. */
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

/** Takes a bundle whose file is missing or damaged out of use: the next build of its identity replaces it. */
export async function retireBundle(db: Queryable<SiteBundleTables>, id: string): Promise<void> {
  // Rows that refer to it keep its original data.
  await db
    .updateTable('site_bundles')
    .set({ identity: `gone:${id}` })
    .where('id', '=', id)
    .execute();
}
