import { sql } from 'kysely';
import { secondsAgo, type Queryable } from '../../platform/database/index.ts';
import type { DeploymentTables } from './tables.ts';

export interface SiteOfSpecs {
  readonly organization_id: string;
  readonly project_id: string;
  /** What its live bundle was made of: SHA-256 by URL, null for one that could not be had. */
  readonly specifications: Readonly<Record<string, string | null>>;
}

/**
 * Production sites whose specifications nobody looked at for so long, the longest ago first. Several workers each take others. One
 * that was rolled back or promoted stays as it is.
 */
export async function takeSitesOfSpecs(
  db: Queryable<DeploymentTables>,
  { limit, olderThanSeconds }: { readonly limit: number; readonly olderThanSeconds: number },
): Promise<readonly SiteOfSpecs[]> {
  const { rows } = await sql<SiteOfSpecs>`
    with due as (
      select environment.id, bundle.specifications
      from site_bundles as bundle
      join site_deployments as deployment on deployment.bundle_id = bundle.id
      join site_environments as environment on environment.active_deployment_id = deployment.id
      where bundle.specifications is not null and environment.kind = 'production' and environment.pinned_commit is null
        and environment.specifications_seen_at < ${secondsAgo(olderThanSeconds)}
      order by environment.specifications_seen_at limit ${limit} for update of environment skip locked
    )
    update site_environments set specifications_seen_at = clock_timestamp() from due
    where site_environments.id = due.id
    returning organization_id, project_id, due.specifications`.execute(db);
  return rows;
}
