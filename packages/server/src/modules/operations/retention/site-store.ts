import { sql, type Transaction } from 'kysely';
import { daysAgo, secondsAgo, type Queryable } from '../../../platform/database/index.ts';
import type { DeploymentTables } from '../../publishing/deployments/index.ts';
import type { ExportTables } from '../../publishing/exports/index.ts';

export type RetentionTables = DeploymentTables & ExportTables;
type Db = Queryable<RetentionTables>;
type Tx = Transaction<RetentionTables>;

/** How many are processed in one transaction. */
export const batchSize = 100;

/** The next environments, locked. Those locked by others are skipped until the next round. */
export async function lockEnvironments(tx: Tx, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from site_environments where id > ${after} order by id limit ${batchSize} for update skip locked`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes those of these previews that nobody opened or deployed for this many days. @returns projects whose edges must
 * be notified
 */
export async function deleteIdlePreviews(tx: Tx, ids: readonly string[], days: number): Promise<string[]> {
  const idle = sql`
    select id from site_environments as e
    where id = any(${ids}) and kind = 'preview' and created_at < ${daysAgo(days)}
      and (opened_at is null or opened_at < ${daysAgo(days)})
      and not exists (
        select from site_deployments as d where d.environment_id = e.id
          and (d.created_at >= ${daysAgo(days)} or d.status in ('queued', 'in_progress')))`;
  await sql`update site_environments set active_deployment_id = null where id in (${idle})`.execute(tx);
  const { rows } = await sql<{ projectId: string }>`
    delete from site_environments where id in (${idle}) returning project_id as "projectId"`.execute(tx);
  return [...new Set(rows.map(({ projectId }) => projectId))];
}

export interface KeptDeployments {
  /** Ready ones of production, whatever their age. */
  readonly count: number;
  /** Ready ones of production, and all that failed or were skipped. */
  readonly days: number;
  /** Ready ones of a preview. */
  readonly previewCount: number;
}

/** Keeps the active one, and all that haven't ended. The caller has locked the environments' rows. */
export async function deleteOldDeployments(tx: Tx, ids: readonly string[], keep: KeptDeployments): Promise<number> {
  const deleted = await sql`
    delete from site_deployments where id in (
      select id from (
        select d.id, d.status, d.ended_at, e.kind, e.active_deployment_id,
          row_number() over (partition by d.environment_id, d.status order by d.created_at desc, d.id desc) as place
        from site_deployments as d join site_environments as e on e.id = d.environment_id
        where e.id = any(${ids}) and d.status in ('success', 'failure', 'skipped')
      ) as ended
      where id is distinct from active_deployment_id and case
        when status <> 'success' then ended_at < ${daysAgo(keep.days)}
        when kind = 'preview' then place > ${keep.previewCount}
        else place > ${keep.count} and ended_at < ${daysAgo(keep.days)} end
    )`.execute(tx);
  return Number(deleted.numAffectedRows ?? 0);
}

/**
 * Keeps the newest completed ones of each project, and all of the last days; a bundle is deleted with the last export
 * that uses it.
 */
export async function deleteOldExports(db: Db, keep: Pick<KeptDeployments, 'count' | 'days'>): Promise<number> {
  const deleted = await sql`
    delete from export_jobs where id = any(array(
      select x.id from export_jobs as x
      where x.status in ('completed', 'failed') and x.created_at < ${daysAgo(keep.days)} and not exists (
        select from (
          select id from export_jobs as n where n.project_id = x.project_id and n.status = 'completed'
          order by n.created_at desc, n.id desc limit ${keep.count}
        ) as newest where newest.id = x.id
      )
      order by x.created_at limit ${batchSize} for update skip locked
    ))`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}

/** References to a bundle, present or imminent: a running job may have found it and not recorded that yet. */
const unused = sql`
  not exists (select from site_deployments as d where d.bundle_id = b.id)
  and not exists (select from export_jobs as x where x.blob_key = b.blob_key)
  and not exists (select from site_deployments as d where d.project_id = b.project_id and d.status in ('queued', 'in_progress'))
  and not exists (select from export_jobs as x where x.project_id = b.project_id and x.status in ('queued', 'running'))`;

/**
 * Two statements: finding a bundle locks its row, so the second statement sees everyone who found it before the lock,
 * and later ones wait and find nothing.
 */
export async function deleteUnusedBundles(tx: Tx, olderThanMinutes: number): Promise<string[]> {
  const locked = await sql<{ id: string }>`
    select id from site_bundles as b
    where created_at < ${secondsAgo(60 * olderThanMinutes)} and ${unused}
    order by id limit ${batchSize} for update skip locked`.execute(tx);
  const ids = locked.rows.map(({ id }) => id);
  const { rows } = await sql<{ key: string }>`
    delete from site_bundles as b where id = any(${ids}) and ${unused} returning blob_key as key`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Those of these bundle keys that no row names, and that no running job will write again. */
export async function selectUnnamed(
  db: Db,
  bundles: readonly { readonly key: string; readonly madeFor: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct key
    from unnest(${bundles.map(({ key }) => key)}::text[], ${bundles.map(({ madeFor }) => madeFor)}::text[]) as f (key, made_for)
    where not exists (select from site_bundles where blob_key = key)
      and not exists (select from export_jobs where blob_key = key)
      and not exists (select from site_deployments where id = made_for and status in ('queued', 'in_progress'))
      and not exists (select from export_jobs where id = made_for and status in ('queued', 'running'))`.execute(db);
  return rows.map(({ key }) => key);
}
