import { getPublicSuffix } from 'tldts';
import { unusableDomain } from './errors.ts';

/**
 * A name below which others have theirs (`co.uk`, `github.io`; publicsuffix.org, private domains included) can't be added by anyone.
 * @param domain as `parseSiteDomain` has it
 * @throws ApiError invalid_domain
 */
export function refusePublicSuffix(domain: string): void {
  if (getPublicSuffix(domain, { allowPrivateDomains: true }) !== domain) return;
  const remedy = `Add a name under it, such as docs.example.${domain}.`;
  throw unusableDomain(domain, `it is a public suffix, under which other people register their names. ${remedy}`);
}
