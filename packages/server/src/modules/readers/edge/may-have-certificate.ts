import { FairBudget } from '@docwright/site-server';
import { type HostNameTarget } from '../../publishing/deployments/index.ts';
import { readSiteName } from './site-names.ts';
import { takeLookup } from './take-look-up.ts';

export interface CertificateQuestions {
  readonly sitesDomain: string;
  /** Whether a site has the name. */
  readonly isSite: (asked: HostNameTarget) => Promise<boolean>;
  readonly nowMs: () => number;
}

/**
 * Maximum number of lookups of unknown names per second. A handshake with a new name uses one; a single proxy can use
 * at most half.
 */
const questionsPerSecond = 200;

/**
 * Whether a proxy can get a certificate for a name: yes for a project's verified domain, and for a live site's own
 * name. Previews use a wildcard certificate instead, because each branch would count toward the authority's limit per
 * domain.
 *
 * @throws LookupLimitReached
 */
export function createMayHaveCertificate({ sitesDomain, isSite, nowMs }: CertificateQuestions) {
  const budget = new FairBudget({ units: questionsPerSecond, windowMs: 1_000, nowMs });
  return async (name: string, network: string): Promise<boolean> => {
    const asked = readSiteName(name, sitesDomain);
    if (asked === undefined || asked.kind === 'default') return false;
    if (asked.kind === 'label' && asked.label.includes('--')) return false;
    takeLookup(budget, network);
    const isFound = await isSite(asked);
    if (isFound) budget.giveBack([network]);
    return isFound;
  };
}
