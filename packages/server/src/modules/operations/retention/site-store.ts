import { sql } from 'kysely';
import { secondsAgo, type Queryable } from '../../../platform/database/index.ts';
import type { DeploymentTables } from '../../publishing/deployments/index.ts';
import type { ExportTables } from '../../publishing/exports/index.ts';

export type RetentionTables = DeploymentTables & ExportTables;
type Db = Queryable<RetentionTables>;

/** True for a bundle that isn't referenced, and that no running job could still reference. */
const unused = sql`
  not exists (select from shared_site_deployments as d where d.bundle_id = b.id)
  and not exists (select from shared_export_jobs as x where x.blob_key = b.blob_key)
  and not exists (select from shared_site_deployments as d where d.project_id = b.project_id and d.status in ('queued', 'in_progress'))
  and not exists (select from shared_export_jobs as x where x.project_id = b.project_id and x.status in ('queued', 'running'))`;

/** Returns the IDs of unused bundles. @param ids limits the search to these bundles */
export async function selectUnusedBundles(
  db: Db,
  {
    olderThanMinutes,
    limit,
    ids,
  }: { readonly olderThanMinutes: number; readonly limit: number; readonly ids?: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from shared_site_bundles as b
    where created_at < ${secondsAgo(60 * olderThanMinutes)} and ${unused}
      ${ids === undefined ? sql`` : sql`and id = any(${ids})`}
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the bundle keys that no row references and that no running job will write again. */
export async function selectUnnamed(
  db: Db,
  bundles: readonly { readonly key: string; readonly madeFor: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct key
    from unnest(${bundles.map(({ key }) => key)}::text[], ${bundles.map(({ madeFor }) => madeFor)}::text[]) as f (key, made_for)
    where not exists (select from shared_site_bundles where blob_key = key)
      and not exists (select from shared_export_jobs where blob_key = key)
      and not exists (select from shared_site_deployments where id = made_for and status in ('queued', 'in_progress'))
      and not exists (select from shared_export_jobs where id = made_for and status in ('queued', 'running'))`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}
