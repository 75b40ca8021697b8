import { getDomain } from 'tldts';
import type { SitesAddress } from '../../modules/publishing/deployments/index.ts';
import { SettingsError } from '@docwright/site-server/settings';
import type { Settings } from './settings.ts';

type SiteAddressSettings = Pick<Settings, 'sitesDomain' | 'sitesPort' | 'sitesUrlPort' | 'sitesShareDomain'>;

/**
 * Returns the address of live sites: http for loopback names, https for all others.
 * @param baseUrl the dashboard's address
 * @throws SettingsError if authors' pages and the dashboard would be one site to a browser
 */
export function toSitesAddress(settings: SiteAddressSettings, baseUrl: string): SitesAddress {
  const { sitesDomain, sitesPort, sitesUrlPort, sitesShareDomain } = settings;
  const dashboard = new URL(baseUrl).hostname;
  if (!sitesShareDomain && isSameSite(dashboard, sitesDomain))
    throw new SettingsError(
      `Browsers treat live sites at ${sitesDomain} and the dashboard at ${dashboard} as one site, so authors' pages could act on behalf of people who are signed in. Set DOCWRIGHT_SITES_DOMAIN to a separately registered domain, or set DOCWRIGHT_SITES_SHARE_DOMAIN=yes if all authors are trusted.`,
    );
  const isHere = isThisMachine(sitesDomain);
  const scheme = isHere ? 'http' : 'https';
  const port = sitesUrlPort ?? (isHere ? sitesPort : 443);
  return { domain: sitesDomain, scheme, port: port === (isHere ? 80 : 443) ? undefined : port };
}

const isThisMachine = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/**
 * Whether browsers treat both hosts as the same site for cookies, because they have the same registrable domain in the
 * Public Suffix List, including its private part.
 */
export function isSameSite(dashboard: string, sites: string): boolean {
  // On this machine, the ports differ, and no one else uses the addresses.
  if (isThisMachine(sites)) return false;
  const site = (name: string): string => getDomain(name, { allowPrivateDomains: true }) ?? name;
  return site(dashboard) === site(sites) || sites.endsWith(`.${dashboard}`) || dashboard.endsWith(`.${sites}`);
}
