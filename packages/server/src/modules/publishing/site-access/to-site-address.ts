import { toDomainUrl, toReachedUrl, type SiteNames, type SitesAddress } from '../deployments/index.ts';

/**
 * Where readers see the site, with its base path. Below a path of a customer's website, that website's proxy requests the
 * site under its other name, which no reader knows.
 */
export function toSiteAddress(sites: SitesAddress, names: SiteNames): string {
  const { basePath, primary_domain: domain } = names;
  const origin = basePath !== '' && domain !== null ? toDomainUrl(sites, domain) : toReachedUrl(sites, names);
  return origin + basePath;
}
