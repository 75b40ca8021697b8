import { sql, type Transaction } from 'kysely';
import { daysAgo } from '../../../platform/database/index.ts';
import type { DeploymentTables } from './tables.ts';

type Tx = Transaction<DeploymentTables>;

/** Locks the next environments. Environments that other processes have locked are skipped until the next round. */
export async function lockEnvironments(tx: Tx, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from site_environments where id > ${after} order by id limit ${limit} for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes the given previews that weren't opened or deployed for this many days.
 * @returns projects whose edges must be notified
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
  /** Number of ready production deployments to keep, regardless of their age. */
  readonly count: number;
  /** Days for which ready production deployments and all failed or skipped deployments are kept. */
  readonly days: number;
  /** Number of a preview's ready deployments to keep. */
  readonly previewCount: number;
}

/**
 * Deletes old deployments, except active and unfinished ones. The caller has locked the environments' rows.
 */
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
