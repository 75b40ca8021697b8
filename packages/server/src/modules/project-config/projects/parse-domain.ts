import { domainToASCII } from 'node:url';
import { invalidDomain } from './errors.ts';

/** An RFC 1123 host name: labels of letters, digits and inner dashes, at most 63 characters each and 253 in total. */
const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Characters of a URL outside its host, and characters that `domainToASCII` would silently drop or decode. */
const foreignCharacter = /[\s/\\:?#@%[\]<>|^]/;

/**
 * Parses a domain into the one form that is stored and compared: lower case, internationalized names in Punycode (UTS
 * 46).
 * @throws ApiError `invalid_domain`
 */
export function parseDomain(text: string, path = '/domain'): string {
  if (foreignCharacter.test(text)) throw invalidDomain(text, path);
  const ascii = domainToASCII(text.toLowerCase());
  if (!hostName.test(ascii)) throw invalidDomain(text, path);
  return ascii;
}
