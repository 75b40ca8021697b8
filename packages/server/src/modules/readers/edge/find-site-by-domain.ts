import type { Queryable } from '../../../platform/database/index.ts';
import { type DeploymentTables, type FoundSite, selectServedSite } from '../../publishing/deployments/index.ts';
import { readSiteName } from './site-names.ts';

/**
 * Finds a production site by its slug, its host name, or a verified domain of its project.
 * @param sitesDomain the domain of `{slug}.{sitesDomain}`
 */
export async function findSiteByDomain(
  db: Queryable<DeploymentTables>,
  sitesDomain: string,
  domain: string,
): Promise<FoundSite | undefined> {
  const asked = readSiteName(domain.includes('.') ? domain : `${domain}.${sitesDomain}`, sitesDomain);
  const isPreview = asked?.kind === 'label' && asked.label.includes('--');
  return asked === undefined || asked.kind === 'default' || isPreview ? undefined : selectServedSite(db, asked);
}
