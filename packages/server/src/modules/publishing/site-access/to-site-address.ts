import { toDomainUrl, toReachedUrl, type SiteNames, type SitesAddress } from '../deployments/index.ts';

/**
 * Returns the address at which readers see the site, with its base path. If the site is below a path of a customer's
 * website, that website's proxy requests it under another name, which readers never see.
 */
export function toSiteAddress(sites: SitesAddress, names: SiteNames): string {
  const { basePath, primary_domain: domain } = names;
  const origin = basePath !== '' && domain !== null ? toDomainUrl(sites, domain) : toReachedUrl(sites, names);
  return origin + basePath;
}
