import type { DomainRecord, SiteDomain } from '@docwright/sdk';
import type { Tone } from '../ui/badge.tsx';

export interface DomainLook {
  readonly label: string;
  readonly tone: Tone;
  /** Whether there is nothing left to do: the records are put away. */
  readonly isDone: boolean;
}

/** The state of a domain as its owner sees it: what is left to do, if anything. */
export function describeDomain({
  status,
  claimed,
  leadsHere,
}: Pick<SiteDomain, 'status' | 'claimed' | 'leadsHere'>): DomainLook {
  switch (status) {
    case 'verified':
      return leadsHere
        ? { label: 'Live', tone: 'good', isDone: true }
        : { label: 'Verified, leads elsewhere', tone: 'warn', isDone: false };
    case 'pending':
      return { label: 'Waiting for its record', tone: 'info', isDone: false };
    case 'failed':
      return claimed
        ? { label: 'Record missing', tone: 'warn', isDone: false }
        : { label: 'Not verified', tone: 'bad', isDone: false };
  }
}

export const purposeLabels: Readonly<Record<DomainRecord['purpose'], string>> = {
  proof: 'proves the domain',
  address: 'leads readers here',
  'proof and address': 'proves the domain and leads readers here',
};

/** Which of the records are needed. */
export function describeRecords(records: readonly Pick<DomainRecord, 'type'>[]): string {
  const has = (type: DomainRecord['type']): boolean => records.some((record) => record.type === type);
  if (has('CNAME'))
    return 'The CNAME record is enough. To prove the domain before readers come here, set the TXT record first.';
  const top = 'The top of a zone can have no CNAME record: the TXT record proves the domain';
  if (has('A') || has('AAAA')) return `${top}, and the others lead readers here.`;
  return `${top}. The operator of the installation knows the addresses for its A and AAAA records.`;
}

/** @param toMoment a time as people read it */
export function describeCertificate(
  { status, reason, expiresAt, nextOrderAt }: NonNullable<SiteDomain['certificate']>,
  toMoment: (at: string) => string,
): string {
  const used = expiresAt === null ? '' : `Valid until ${toMoment(expiresAt)}. `;
  switch (status) {
    case 'issued':
      return used.trim();
    case 'pending':
      return `${used}Ordered in a moment.`;
    case 'postponed':
      return `${used}${reason ?? ''} The next order is at ${toMoment(nextOrderAt)}.`;
    case 'failed':
      return `${used}The last order failed; the next is at ${toMoment(nextOrderAt)}. ${reason ?? ''}`.trim();
  }
}
