import type { DomainRecord } from '@docwright/contract';
import { getDomain } from 'tldts';

/** What a domain's records are to be. */
export interface Expected {
  readonly domain: string;
  /** `{slug}.{sites domain}`: the project's own name, which no other project ever gets. */
  readonly target: string;
  /** The project's own, so that the record of one project proves nothing for another. */
  readonly token: string;
  /** Where the edges are, for names that can't have a CNAME. */
  readonly addresses: readonly string[];
}

export const challengeName = (domain: string): string => `_docwright-challenge.${domain}`;
export const challengeValue = (token: string): string => `docwright-verification=${token}`;

/** To copy: what is needed at most. A name below an apex needs the CNAME alone. */
export function toRecords({ domain, target, token, addresses }: Expected): DomainRecord[] {
  const proof: DomainRecord = {
    type: 'TXT',
    name: challengeName(domain),
    value: challengeValue(token),
    purpose: 'proof',
  };
  // DNS allows no CNAME beside the SOA record of a zone's apex.
  const isApex = getDomain(domain, { allowPrivateDomains: true }) === domain;
  if (!isApex) return [{ type: 'CNAME', name: domain, value: target, purpose: 'proof and address' }, proof];
  const led = addresses.map((value): DomainRecord => {
    return { type: value.includes(':') ? 'AAAA' : 'A', name: domain, value, purpose: 'address' };
  });
  return [...led, proof];
}
