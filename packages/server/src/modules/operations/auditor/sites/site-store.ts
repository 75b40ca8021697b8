/** The auditor's own statements about live sites. */
import { sql } from 'kysely';
import { inPages, pageSize, type AuditTables } from '../store.ts';
import type { Queryable } from '../../../../platform/database/index.ts';

type Db = Queryable<AuditTables>;

export async function countEnvironments(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from site_environments`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the faults of live sites. One statement reads environments and deployments in the same snapshot. */
export async function selectSiteFaults(db: Db): Promise<readonly { readonly id: string; readonly message: string }[]> {
  const { rows } = await sql<{ id: string; message: string }>`
    select e.id, 'has a deployment that was ready, and none is active' as message from site_environments as e
    where e.active_deployment_id is null
      and exists (select from site_deployments as d where d.environment_id = e.id and d.status = 'success')
    union all
    select e.id, 'its active deployment ' || a.id || ' is ' || a.status from site_environments as e
    join site_deployments as a on a.id = e.active_deployment_id where a.status <> 'success'
    union all
    select e.id, 'its active deployment ' || a.id || ' is another environment''s' from site_environments as e
    join site_deployments as a on a.id = e.active_deployment_id where a.environment_id <> e.id
    union all
    select e.id, 'its active deployment ' || a.id || ' has no bundle' from site_environments as e
    join site_deployments as a on a.id = e.active_deployment_id where a.status = 'success' and a.bundle_id is null
    union all
    select e.id, 'the newer deployment ' || min(d.id) || ' is ready, and an older one is active' from site_environments as e
    join site_deployments as d on d.environment_id = e.id
    where d.status = 'success' and d.observation > e.active_observation
      and (e.pinned_commit is null or d.commit is distinct from e.pinned_commit)
    group by e.id
    union all
    select environment_id, 'has ' || count(*) || ' deployments in progress' from site_deployments
    where status = 'in_progress' group by environment_id having count(*) > 1
    order by 1, 2 limit 1000`.execute(db);
  return rows;
}

/** Yields bundles, except damaged ones that were rebuilt. */
export function selectNamedBundles(
  db: Db,
): AsyncGenerator<{ readonly id: string; readonly key: string; readonly sizeBytes: number }> {
  return inPages(async (after) => {
    const { rows } = await sql<{ id: string; key: string; sizeBytes: number }>`
      select id, blob_key as key, size_bytes::float8 as "sizeBytes" from site_bundles as b
      where id > ${after} and (identity <> 'gone:' || id or exists (
        select from site_deployments as d join site_environments as e on e.active_deployment_id = d.id where d.bundle_id = b.id))
      order by id limit ${pageSize}`.execute(db);
    return rows;
  });
}

/** Yields vectors that, according to a row, are stored next to its bundle. */
export function selectNamedVectors(
  db: Db,
): AsyncGenerator<{ readonly id: string; readonly key: string; readonly sizeBytes: number; readonly sha256: string }> {
  return inPages(async (after) => {
    const { rows } = await sql<{ id: string; key: string; sizeBytes: number; sha256: string }>`
      select v.bundle_id as id, b.blob_key || '.vectors' as key, v.size_bytes::float8 as "sizeBytes", v.sha256
      from site_vectors as v join site_bundles as b on b.id = v.bundle_id
      where v.bundle_id > ${after} and v.made_at is not null and v.claimed_until <= clock_timestamp()
      order by v.bundle_id limit ${pageSize}`.execute(db);
    return rows;
  });
}

/** Returns the files that no row refers to. A bundle's index and vectors belong to the bundle. */
export async function selectStrayFiles(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as files (key), regexp_replace(key, '\\.(index|vectors)$', '') as bundle
    where not exists (select from site_bundles where blob_key = bundle)
      and not exists (select from export_jobs where blob_key = bundle)`.execute(db);
  return rows.map(({ key }) => key);
}
