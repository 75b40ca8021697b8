import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { DeploymentTables, SiteRow } from './tables.ts';

export interface SiteNames extends Pick<SiteRow, 'slug' | 'primary_domain' | 'primary_leads_here'> {
  /** The live deployment's base path, or the next deployment's if nothing is live. */
  readonly basePath: string;
  /** The project's own domains, in alphabetical order. */
  readonly domains: readonly string[];
}

/** Selects a site's names and path. */
export async function selectSiteNames(
  db: Queryable<DeploymentTables>,
  projectId: string,
): Promise<SiteNames | undefined> {
  const { rows } = await sql<SiteNames>`
    select sites.slug, sites.primary_domain, sites.primary_leads_here,
      coalesce(bundles.base_path, sites.base_path) as "basePath",
      array(
        select domain from claimed_domains where project_id = sites.project_id order by domain
      ) as domains
    from sites
    left join site_environments as production
      on production.project_id = sites.project_id and production.kind = 'production'
    left join site_deployments as active on active.id = production.active_deployment_id
    left join shared_site_bundles as bundles on bundles.id = active.bundle_id
    where sites.project_id = ${projectId}`.execute(db);
  return rows[0];
}
