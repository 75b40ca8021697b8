/** Where sites are answered. */
export interface SitesAddress {
  /** Sites are `{slug}.{domain}`. */
  readonly domain: string;
  /** `https` unless the domain is this machine. */
  readonly scheme: 'http' | 'https';
  /** Undefined where it is the scheme's own. */
  readonly port: number | undefined;
}

/** @param label slug of a site, or label of a preview */
export const toSiteUrl = ({ scheme, domain, port }: SitesAddress, label: string): string =>
  `${scheme}://${label}.${domain}${port === undefined ? '' : `:${String(port)}`}`;
