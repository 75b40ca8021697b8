/** Where sites are answered. */
export interface SitesAddress {
  /** Sites are `{slug}.{domain}`. */
  readonly domain: string;
  /** `https` unless the domain is this machine. */
  readonly scheme: 'http' | 'https';
  /** Undefined where it is the scheme's own. */
  readonly port: number | undefined;
}

/** At a domain of the project's own. */
export const toDomainUrl = ({ scheme, port }: Omit<SitesAddress, 'domain'>, domain: string): string =>
  `${scheme}://${domain}${port === undefined ? '' : `:${String(port)}`}`;

/** Where production is, as its pages name it. */
export const toProductionUrl = (
  sites: SitesAddress,
  site: { readonly slug: string; readonly primary_domain: string | null },
): string => toDomainUrl(sites, site.primary_domain ?? `${site.slug}.${sites.domain}`);

/** @param label slug of a site, or label of a preview */
export const toSiteUrl = ({ scheme, domain, port }: SitesAddress, label: string): string =>
  toDomainUrl({ scheme, port }, `${label}.${domain}`);
