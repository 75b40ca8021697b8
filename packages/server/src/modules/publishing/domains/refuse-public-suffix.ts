import { getPublicSuffix } from 'tldts';
import { unusableDomain } from './errors.ts';

/**
 * Refuses a name below which others register their names (`co.uk`, `github.io`; publicsuffix.org, including private
 * domains).
 * @param domain a result of `parseSiteDomain`
 * @throws ApiError invalid_domain
 */
export function refusePublicSuffix(domain: string): void {
  if (getPublicSuffix(domain, { allowPrivateDomains: true }) !== domain) return;
  const remedy = `Add a name under it, such as docs.example.${domain}.`;
  throw unusableDomain(domain, `it is a public suffix, under which other people register their names. ${remedy}`);
}
