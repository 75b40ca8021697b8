import { isIP } from 'node:net';
import type { HostNameTarget } from '../../publishing/deployments/index.ts';

/** The stored form of domains: lower case, in Punycode, with a dot. */
const domainName = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * @param host the header as received, with or without a port
 * @returns `undefined` for names that can't belong to a site: they need no lookup
 */
export function readSiteName(host: string, domain: string): HostNameTarget | undefined {
  // The brackets of an IPv6 address were already removed from the header.
  const name = isIP(host) === 0 ? toHostName(host) : host;
  if (name === undefined) return undefined;
  if (isIP(name) !== 0 || name === domain) return { kind: 'default' };
  if (!name.endsWith(`.${domain}`)) return domainName.test(name) ? { kind: 'domain', domain: name } : undefined;
  const first = name.slice(0, -domain.length - 1);
  return label.test(first) ? { kind: 'label', label: first } : undefined;
}

/**
 * Returns the name in lower case, without port, brackets and final dot. Names with two final dots are invalid:
 * otherwise each spelling would be a separate site.
 */
export function toHostName(host: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]{2,45})\]|([\w.%-]{1,254}))(?::\d{1,5})?$/i.exec(host.trim()) ?? [];
  const name = (bracketed ?? plain)?.toLowerCase().replace(/\.$/, '');
  return name?.endsWith('.') === true ? undefined : name;
}

/**
 * Returns the key of a host in the site table. All IP addresses refer to the default site and share one entry;
 * otherwise a client could fill the table by sending addresses as `Host`.
 */
export const tableNameOf = (host: string): string => (isIP(host) === 0 ? host : '127.0.0.1');
