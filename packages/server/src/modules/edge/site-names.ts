import { isIP } from 'node:net';

/** What a host name asks for. */
export type AskedSite =
  | { readonly kind: 'label'; readonly label: string }
  /** A domain of a project's own, if anybody's. */
  | { readonly kind: 'domain'; readonly domain: string }
  /** An address of this machine instead of a name. */
  | { readonly kind: 'default' };

/** As domains are stored: lower case, in punycode, with a dot. */
const domainName = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * @param host the header as it came, with or without a port
 * @returns undefined for names that can be no site's: nothing is looked up for them
 */
export function readSiteName(host: string, domain: string): AskedSite | undefined {
  // An IPv6 address comes without its brackets from who has read the header before.
  const name = isIP(host) === 0 ? toHostName(host) : host;
  if (name === undefined) return undefined;
  if (isIP(name) !== 0 || name === domain) return { kind: 'default' };
  if (!name.endsWith(`.${domain}`)) return domainName.test(name) ? { kind: 'domain', domain: name } : undefined;
  const first = name.slice(0, -domain.length - 1);
  return label.test(first) ? { kind: 'label', label: first } : undefined;
}

/** Lower case, without port, brackets and final dot. Two final dots are no name: each spelling would be a site of its own. */
export function toHostName(host: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]{2,45})\]|([\w.%-]{1,254}))(?::\d{1,5})?$/i.exec(host.trim()) ?? [];
  const name = (bracketed ?? plain)?.toLowerCase().replace(/\.$/, '');
  return name?.endsWith('.') === true ? undefined : name;
}

/**
 * The name under which the site table finds a host. All addresses mean the default site, so they share one entry: with an entry for each,
 * a client could fill the table by sending addresses as `Host`.
 */
export const tableNameOf = (host: string): string => (isIP(host) === 0 ? host : '127.0.0.1');
