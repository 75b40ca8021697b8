import { domainToASCII } from 'node:url';
import { invalidDomain } from './errors.ts';

/** RFC 1123 host name: labels of letters, digits and inner dashes, at most 63 characters each and 253 together. */
const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** What a URL would have beyond its host, and what `domainToASCII` would quietly drop or decode. */
const foreignCharacter = /[\s/\\:?#@%[\]<>|^]/;

/**
 * A domain in the one form that is stored and compared: lower case, internationalised names in punycode (UTS 46).
 * @throws ApiError `invalid_domain`
 */
export function parseDomain(text: string, path = '/domain'): string {
  if (foreignCharacter.test(text)) throw invalidDomain(text, path);
  const ascii = domainToASCII(text.toLowerCase());
  if (!hostName.test(ascii)) throw invalidDomain(text, path);
  return ascii;
}
