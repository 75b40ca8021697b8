import type { DomainRecord, SiteDomain } from '@docwright/sdk';
import type { Tone } from '../ui/badge.tsx';

export interface DomainLook {
  readonly label: string;
  readonly tone: Tone;
  /** Whether no steps remain; the records are then collapsed. */
  readonly isDone: boolean;
}

/** Describes a domain's state from its owner's perspective: the remaining steps, if any. */
export function describeDomain({
  status,
  claimed,
  leadsHere,
}: Pick<SiteDomain, 'status' | 'claimed' | 'leadsHere'>): DomainLook {
  switch (status) {
    case 'verified':
      return leadsHere
        ? { label: 'Live', tone: 'good', isDone: true }
        : { label: 'Verified, points elsewhere', tone: 'warn', isDone: false };
    case 'pending':
      return { label: 'Waiting for the record', tone: 'info', isDone: false };
    case 'failed':
      return claimed
        ? { label: 'Record missing', tone: 'warn', isDone: false }
        : { label: 'Not verified', tone: 'bad', isDone: false };
  }
}

/**
 * Finds the site's address if live sites are served under a name of the machine itself, to which no DNS record can
 * point.
 * @param siteUrl `http://acme.localhost:4401`, or an address at the primary domain
 * @returns an address or a host name; `undefined` if the installation has a public sites domain
 */
export function findLocalAddress(
  siteUrl: string | undefined,
  domains: readonly { readonly records: readonly Pick<DomainRecord, 'type' | 'value'>[] }[],
): string | undefined {
  const isLocal = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);
  if (siteUrl !== undefined && isLocal(new URL(siteUrl).hostname)) return siteUrl;
  return domains.flatMap(({ records }) => records).find(({ type, value }) => type === 'CNAME' && isLocal(value))?.value;
}

export const purposeLabels: Readonly<Record<DomainRecord['purpose'], string>> = {
  proof: 'verifies the domain',
  address: 'points the domain here',
  'proof and address': 'verifies the domain and points it here',
};

/** Describes which of the records are needed. */
export function describeRecords(records: readonly Pick<DomainRecord, 'type'>[]): string {
  const has = (type: DomainRecord['type']): boolean => records.some((record) => record.type === type);
  if (has('CNAME'))
    return 'The CNAME record is enough. To verify the domain before readers are sent here, set the TXT record first.';
  const top = 'A CNAME record isn’t possible at the top of a zone. The TXT record verifies the domain';
  if (has('A') || has('AAAA')) return `${top}, and the others point it here.`;
  return `${top}. Ask the installation’s operator for the addresses for its A and AAAA records.`;
}

/** @param toMoment formats a time for people */
export function describeCertificate(
  { status, reason, expiresAt, nextOrderAt }: NonNullable<SiteDomain['certificate']>,
  toMoment: (at: string) => string,
): string {
  const used = expiresAt === null ? '' : `Valid until ${toMoment(expiresAt)}. `;
  switch (status) {
    case 'issued':
      return used.trim();
    case 'pending':
      return `${used}It will be ordered in a moment.`;
    case 'postponed':
      return `${used}${reason ?? ''} The next order is at ${toMoment(nextOrderAt)}.`;
    case 'failed':
      return `${used}The last order failed; the next is at ${toMoment(nextOrderAt)}. ${reason ?? ''}`.trim();
  }
}
