import type { SitesAddress } from '../modules/deployments/index.ts';
import type { SiteSettingValues } from './site-setting-table.ts';

/** This machine's own names need no certificate; everything else is behind one. */
export function toSitesAddress({ sitesDomain, sitesPort, sitesUrlPort }: SiteSettingValues): SitesAddress {
  const isHere = sitesDomain === 'localhost' || sitesDomain.endsWith('.localhost');
  const scheme = isHere ? 'http' : 'https';
  const port = sitesUrlPort ?? (isHere ? sitesPort : 443);
  return { domain: sitesDomain, scheme, port: port === (isHere ? 80 : 443) ? undefined : port };
}
