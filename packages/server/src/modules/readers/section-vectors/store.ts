import { sql, type QueryExecutorProvider } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { SectionVectorTables } from './tables.ts';

type Db = Queryable<SectionVectorTables>;

/** A live site with sections that have no vectors of its current model. */
export interface SiteWithoutVectors {
  readonly bundleId: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
  /** `provider/model`. */
  readonly model: string;
}

/** Selects only live sites' bundles, because previews are searched only by words. */
export async function selectSitesWithoutVectors(
  db: Db,
  { installationModel, limit }: { readonly installationModel: string | undefined; readonly limit: number },
): Promise<SiteWithoutVectors[]> {
  const wanted = sql`coalesce((models.embedding ->> 'provider') || '/' || (models.embedding ->> 'model'), ${installationModel ?? null}::text)`;
  const { rows } = await sql<SiteWithoutVectors>`
    select live.bundle_id as "bundleId", live.project_id as "projectId", live.organization_id as "organizationId",
      live.blob_key as "blobKey", live.size_bytes::float8 as "sizeBytes", ${wanted} as model
    from live_sites as live
    left join models_in_use as models on models.project_id = live.project_id
    left join site_vectors as vectors on vectors.bundle_id = live.bundle_id
    where live.bundle_id is not null and ${wanted} is not null
      and (vectors.bundle_id is null or (vectors.made_model is distinct from ${wanted} and vectors.claimed_until < clock_timestamp()))
    order by live.bundle_created_at limit ${limit}`.execute(db);
  return rows;
}

/**
 * Claims the creation of a bundle's vectors.
 * @returns how often this model was tried for the bundle; `undefined` if another worker has claimed the vectors
 */
export async function claimVectors(
  db: Db,
  { bundleId, projectId, model }: Pick<SiteWithoutVectors, 'bundleId' | 'projectId' | 'model'>,
  minutes: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ attempts: number }>`
    insert into site_vectors as vectors (bundle_id, project_id, model, attempts, claimed_until)
    select id, project_id, ${model}, 1, clock_timestamp() + make_interval(mins => ${minutes})
    from shared_site_bundles where id = ${bundleId} and project_id = ${projectId}
    on conflict (bundle_id) do update set
      attempts = case when vectors.model = excluded.model then vectors.attempts + 1 else 1 end,
      model = excluded.model, claimed_until = excluded.claimed_until
      where vectors.claimed_until < clock_timestamp()
    returning attempts`.execute(db);
  return rows[0]?.attempts;
}

/** Returns the key of the bundle next to which the project's last vectors of a model are stored. */
export async function selectEarlierVectors(
  db: Db,
  { projectId, model }: Pick<SiteWithoutVectors, 'projectId' | 'model'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ blobKey: string }>`
    select bundles.blob_key as "blobKey" from site_vectors as vectors
    join shared_site_bundles as bundles on bundles.id = vectors.bundle_id
    where vectors.project_id = ${projectId} and vectors.made_model = ${model}
    order by vectors.made_at desc limit 1`.execute(db);
  return rows[0]?.blobKey;
}

export interface StoredVectors {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly sections: number;
  readonly asked: number;
}

/** Returns false if the bundle was deleted in the meantime. */
export async function saveVectors(
  db: Db,
  { bundleId, model }: Pick<SiteWithoutVectors, 'bundleId' | 'model'>,
  { sha256, sizeBytes, sections, asked }: StoredVectors,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update site_vectors set made_at = clock_timestamp(), made_model = ${model}, sha256 = ${sha256}, size_bytes = ${sizeBytes},
      sections = ${sections}, asked = ${asked}, problem = null, attempts = 0, claimed_until = clock_timestamp()
    where bundle_id = ${bundleId}`.execute(db);
  return numAffectedRows === 1n;
}

/** Schedules another attempt, with increasing delays of up to an hour; no further attempt if `again` is false. */
export async function saveProblem(
  db: Db,
  { bundleId, problem, again }: { readonly bundleId: string; readonly problem: string; readonly again: boolean },
): Promise<void> {
  await sql`
    update site_vectors set problem = ${problem.slice(0, 500)}, claimed_until = case when ${again}
      then clock_timestamp() + make_interval(secs => least(3600, 30 * attempts * attempts)) else 'infinity' end
    where bundle_id = ${bundleId}`.execute(db);
}

/** Bytes of an organization's vectors, which are stored next to its bundles. */
export async function sumVectorBytes(db: QueryExecutorProvider, organizationId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size_bytes), 0)::float8 as bytes from site_vectors
    where project_id in (select id from shared_projects where organization_id = ${organizationId})`.execute(db);
  return rows[0]?.bytes ?? 0;
}
