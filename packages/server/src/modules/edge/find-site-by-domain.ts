import type { Queryable } from '../../platform/database/index.ts';
import type { DeploymentTables } from '../deployments/index.ts';
import { readSiteName } from './site-names.ts';
import { selectSiteByLabel, type FoundSite } from './store.ts';

/** A production site by its slug or its host name. @param sitesDomain sites are `{slug}.{sitesDomain}` */
export async function findSiteByDomain(
  db: Queryable<DeploymentTables>,
  sitesDomain: string,
  domain: string,
): Promise<FoundSite | undefined> {
  const asked = readSiteName(domain.includes('.') ? domain : `${domain}.${sitesDomain}`, sitesDomain);
  if (asked?.kind !== 'label' || asked.label.includes('--')) return undefined;
  return selectSiteByLabel(db, asked.label);
}
