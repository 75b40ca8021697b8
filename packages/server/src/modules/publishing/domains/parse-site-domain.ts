import { isIP } from 'node:net';
import { parseDomain } from '../../project-config/projects/index.ts';
import { unusableDomain } from './errors.ts';

/** Host names that no project's site may have. */
export interface OwnNames {
  /** The domain below which the installation serves its sites. */
  readonly sitesDomain: string;
  /**
   * The reason why authors' pages can't use the name, as a sentence with the remedy; `undefined` if they can use it.
   */
  readonly refuse: (domain: string) => string | undefined;
}

const bareName = (text: string): string => text.trim().replace(/\.$/, '');

/**
 * Returns a name in the form in which domains are stored, even if it can't be added.
 * @throws {ApiError} invalid_domain
 */
export const toStoredName = (text: string): string => parseDomain(bareName(text));

/**
 * Parses a domain into the form in which it is stored: lower case, in Punycode, without a final dot.
 * @throws {ApiError} invalid_domain
 */
export function parseSiteDomain(text: string, { sitesDomain, refuse }: OwnNames): string {
  if (text.includes('*')) throw unusableDomain(text, 'it contains a wildcard. Add each host name separately.');
  const address = bareName(text).replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0) throw unusableDomain(text, 'it is an IP address. Specify a host name.');
  const domain = toStoredName(text);
  // Browsers also interpret `0x7f.1` and `2130706433` as addresses.
  if (isIP(domain) !== 0) throw unusableDomain(text, `it is the address ${domain}. Specify a host name.`);
  if (!domain.includes('.') || domain.endsWith('.localhost'))
    throw unusableDomain(text, 'it is not a public DNS name. Specify a full name, such as docs.example.com.');
  if (domain === sitesDomain || domain.endsWith(`.${sitesDomain}`))
    throw unusableDomain(text, `names under ${sitesDomain} belong to the installation and don't need to be added.`);
  const reason = refuse(domain);
  if (reason !== undefined) throw unusableDomain(text, reason);
  return domain;
}
