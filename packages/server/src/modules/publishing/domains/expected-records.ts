import type { DomainRecord } from '@docwright/contract';
import { getDomain } from 'tldts';

/** The records that a domain should have. */
export interface Expected {
  readonly domain: string;
  /** `{slug}.{sites domain}`: the project's own name, which no other project ever gets. */
  readonly target: string;
  /** The project's own token, so that one project's record verifies nothing for another project. */
  readonly token: string;
  /** The edges' addresses, for names that can't have a CNAME. */
  readonly addresses: readonly string[];
}

export const challengeName = (domain: string): string => `_docwright-challenge.${domain}`;
export const challengeValue = (token: string): string => `docwright-verification=${token}`;

/** Returns the records to copy. For a name below an apex, the CNAME record alone is sufficient. */
export function toRecords({ domain, target, token, addresses }: Expected): DomainRecord[] {
  const proof: DomainRecord = {
    type: 'TXT',
    name: challengeName(domain),
    value: challengeValue(token),
    purpose: 'proof',
  };
  // DNS doesn't allow a CNAME next to the SOA record of a zone's apex.
  const isApex = getDomain(domain, { allowPrivateDomains: true }) === domain;
  if (!isApex) return [{ type: 'CNAME', name: domain, value: target, purpose: 'proof and address' }, proof];
  const addressRecords = addresses.map((value): DomainRecord => {
    return { type: value.includes(':') ? 'AAAA' : 'A', name: domain, value, purpose: 'address' };
  });
  return [...addressRecords, proof];
}
