export interface SitesAddress {
  /** Sites are `{slug}.{domain}`. */
  readonly domain: string;
  /** `https` unless the domain is this machine. */
  readonly scheme: 'http' | 'https';
  /** `undefined` for the scheme's default port. */
  readonly port: number | undefined;
}

/** Returns the address at a project's own domain. */
export const toDomainUrl = ({ scheme, port }: Omit<SitesAddress, 'domain'>, domain: string): string =>
  `${scheme}://${domain}${port === undefined ? '' : `:${port}`}`;

/** Returns production's address in its pages. */
export const toProductionUrl = (
  sites: SitesAddress,
  site: { readonly slug: string; readonly primary_domain: string | null },
): string => toDomainUrl(sites, site.primary_domain ?? `${site.slug}.${sites.domain}`);

/** @param label the slug of a site, or the label of a preview */
export const toSiteUrl = ({ scheme, domain, port }: SitesAddress, label: string): string =>
  toDomainUrl({ scheme, port }, `${label}.${domain}`);

/** Returns the address at which readers currently reach the site. */
export const toReachedUrl = (
  sites: SitesAddress,
  site: { readonly slug: string; readonly primary_domain: string | null; readonly primary_leads_here: boolean },
): string => (site.primary_leads_here ? toProductionUrl(sites, site) : toSiteUrl(sites, site.slug));
