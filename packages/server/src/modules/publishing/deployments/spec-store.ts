import { sql } from 'kysely';
import { secondsAgo, type DueRow, type Queryable } from '../../../platform/database/index.ts';
import type { DeploymentTables } from './tables.ts';

export interface SiteOfSpecs {
  readonly organization_id: string;
  readonly project_id: string;
  /** The live bundle's specifications: SHA-256 by URL, or null if a specification could not be fetched. */
  readonly specifications: Readonly<Record<string, string | null>>;
}

/** Production sites whose specifications are due, unless their deployment was promoted or rolled back to. */
const dueSites = (olderThanSeconds: number) => sql`
  from shared_site_bundles as bundle
  join site_deployments as deployment on deployment.bundle_id = bundle.id
  join site_environments as environment on environment.active_deployment_id = deployment.id
  where bundle.specifications is not null and environment.kind = 'production' and environment.pinned_commit is null
    and environment.specifications_seen_at < ${secondsAgo(olderThanSeconds)}`;

/** Selects due sites, least recently checked first, except those of some organizations. */
export async function selectSitesOfSpecs(
  db: Queryable<DeploymentTables>,
  choice: { readonly limit: number; readonly olderThanSeconds: number; readonly without: readonly string[] },
): Promise<readonly DueRow[]> {
  const { limit, olderThanSeconds, without } = choice;
  const { rows } = await sql<DueRow>`
    select environment.id, environment.organization_id ${dueSites(olderThanSeconds)}
      and environment.organization_id <> all(${without})
    order by environment.specifications_seen_at limit ${limit}`.execute(db);
  return rows;
}

/** Claims the given environments that are still due, so that several workers share them. */
export async function takeSitesOfSpecs(
  db: Queryable<DeploymentTables>,
  { ids, olderThanSeconds }: { readonly ids: readonly string[]; readonly olderThanSeconds: number },
): Promise<readonly SiteOfSpecs[]> {
  const { rows } = await sql<SiteOfSpecs>`
    with due as (
      select environment.id, bundle.specifications ${dueSites(olderThanSeconds)}
        and environment.id = any(${ids}) for update of environment skip locked
    )
    update site_environments set specifications_seen_at = clock_timestamp() from due
    where site_environments.id = due.id
    returning organization_id, project_id, due.specifications`.execute(db);
  return rows;
}
