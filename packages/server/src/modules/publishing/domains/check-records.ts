import { isIP } from 'node:net';
import { isPrivateAddress } from '@docwright/bundle';
import type { Found } from '../../../platform/dns/index.ts';
import { challengeName, challengeValue, type Expected } from './expected-records.ts';

/** All records that are checked for one domain. */
export interface FoundRecords {
  readonly txt: Found;
  readonly cname: Found;
  /** The addresses of the domain, and the addresses of the project's own name below the sites domain. */
  readonly addresses: Found;
  readonly targetAddresses: Found;
}

export interface RecordCheck {
  /** `unknown` if no DNS server responded, which says nothing about the domain. */
  readonly proof: 'proved' | 'missing' | 'unknown';
  readonly leadsHere: boolean;
  readonly reason: string;
}

/**
 * Whether the records verify that the domain belongs to the project, with an explanation for the person who can fix
 * them.
 */
export function checkRecords(expected: Expected, found: FoundRecords): RecordCheck {
  const { domain, target } = expected;
  const isAlias = valuesOf(found.cname).includes(target);
  const hasChallenge = valuesOf(found.txt).includes(challengeValue(expected.token));
  const leadsHere = isAlias || resolvesToEdges(expected, found);
  if (isAlias || hasChallenge) return { proof: 'proved', leadsHere, reason: describeProof(expected, found, leadsHere) };
  const parts = [
    describe(found.cname, `CNAME record of ${domain}`),
    describe(found.txt, `TXT record of ${challengeName(domain)}`),
  ];
  const isUnknown = found.txt.kind === 'unanswered' || found.cname.kind === 'unanswered';
  if (isUnknown)
    return { proof: 'unknown', leadsHere, reason: `The DNS servers could not be reached. ${parts.join(' ')}` };
  const wanted = `Expected the TXT record ${challengeName(domain)} with the value "${challengeValue(expected.token)}", or a CNAME record from ${domain} to ${target}.`;
  return { proof: 'missing', leadsHere, reason: `${wanted} ${parts.join(' ')}` };
}

function resolvesToEdges({ addresses }: Expected, found: FoundRecords): boolean {
  const edges = [...addresses, ...valuesOf(found.targetAddresses)];
  return valuesOf(found.addresses).some((address) => edges.includes(address));
}

function describeProof(expected: Expected, found: FoundRecords, leadsHere: boolean): string {
  if (leadsHere) return 'Verified, and resolves to this installation.';
  const at = valuesOf(found.addresses);
  const where = at.length === 0 ? 'the domain has no A or AAAA record' : `the domain resolves to ${list(at)}`;
  return `Verified, but readers don't reach this installation yet: ${where}. Expected a CNAME record from ${expected.domain} to ${expected.target}, or A or AAAA records with the same addresses. If you use your own proxy, this is expected.`;
}

const valuesOf = (found: Found): readonly string[] => (found.kind === 'records' ? found.values : []);

/**
 * Records for other services can be long and numerous. Private addresses are omitted, so that names don't reveal a
 * private network.
 */
const list = (values: readonly string[]): string =>
  values
    .slice(0, 3)
    .map((value) => (isIP(value) !== 0 && isPrivateAddress(value) ? 'a private address' : `"${value.slice(0, 100)}"`))
    .join(', ') + (values.length > 3 ? ' and more' : '');

function describe(found: Found, what: string): string {
  switch (found.kind) {
    case 'records':
      return `Current ${what}: ${list(found.values)}.`;
    case 'none':
      return `Found no ${what}.`;
    case 'refused':
      return `The domain's DNS servers returned an error for the ${what}.`;
    case 'unanswered':
      return `No DNS server responded for the ${what}.`;
  }
}
