import type { DomainDeps, OwnNames } from '../modules/publishing/domains/index.ts';
import { createDnsLookup } from '../platform/dns/index.ts';
import type { Shared } from './compose.ts';
import type { Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';
import { isSameSite } from './settings/sites-address.ts';

/** Creates the dependencies for checking customers' DNS records, in the API and in a worker. */
export function createDomainDeps(
  { database, engine, clock }: Platform,
  settings: Settings,
  { deploymentQueue: queue, sites }: Pick<Shared, 'deploymentQueue' | 'sites'>,
): DomainDeps {
  const dns = createDnsLookup({ servers: settings.dnsServers });
  return { database, engine, clock, queue, sites, dns, addresses: settings.sitesAddresses };
}

/**
 * Creates the check for host names that authors' pages must not use.
 * @param baseUrl the dashboard's address
 */
export function createOwnNames(settings: Settings, baseUrl: string): OwnNames {
  const own = [baseUrl, settings.previewUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).hostname]));
  return {
    sitesDomain: settings.sitesDomain,
    refuse: (domain) => {
      if (own.includes(domain)) return 'it is used by the installation itself.';
      const near = settings.sitesShareDomain ? undefined : own.find((name) => isSameSite(name, domain));
      if (near === undefined) return undefined;
      return `browsers treat it and ${near} of the installation as one site, so its pages could act on behalf of people who are signed in there. The operator can allow this with DOCWRIGHT_SITES_SHARE_DOMAIN=yes.`;
    },
  };
}
