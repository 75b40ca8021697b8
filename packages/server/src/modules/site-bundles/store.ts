import { sql, type Insertable } from 'kysely';
import { type Queryable } from '../../platform/database/index.ts';
import type { SiteBundleRow, SiteBundleTables } from './tables.ts';

/** Locked for a moment: a bundle that is being deleted is not found. */
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

export async function selectBundle(db: Queryable<SiteBundleTables>, id: string): Promise<SiteBundleRow | undefined> {
  return db.selectFrom('site_bundles').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Of a project's newest completed exports, each once: what hosts of its owner are likely to serve. */
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

/** Undefined where another worker has just stored a bundle of this identity. */
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

/** Takes a bundle whose file is gone or damaged out of use: the next build of its identity takes its place. */
export async function retireBundle(db: Queryable<SiteBundleTables>, id: string): Promise<void> {
  // What still refers to it keeps saying what it once was.
  await db
    .updateTable('site_bundles')
    .set({ identity: `gone:${id}` })
    .where('id', '=', id)
    .execute();
}
