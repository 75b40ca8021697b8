import { LookUpBudget } from './look-up-budget.ts';
import { readSiteName, type AskedSite } from './site-names.ts';

export interface CertificateQuestions {
  readonly sitesDomain: string;
  /** Whether a site has the name. */
  readonly isSite: (asked: AskedSite) => Promise<boolean>;
  readonly nowMs: () => number;
}

/** A handshake with a name that has no certificate yet asks once. */
const questionsPerSecond = 100;

/**
 * Whether a proxy may get a certificate for a name: for a domain that a project has proved, and for a live site's own name. Not for
 * previews: each branch would count against what an authority gives one domain, so theirs is a wildcard certificate.
 *
 * @throws LookUpsUsedUp
 */
export function createMayHaveCertificate({ sitesDomain, isSite, nowMs }: CertificateQuestions) {
  const budget = new LookUpBudget(questionsPerSecond, nowMs);
  return async (name: string): Promise<boolean> => {
    const asked = readSiteName(name, sitesDomain);
    if (asked === undefined || asked.kind === 'default') return false;
    if (asked.kind === 'label' && asked.label.includes('--')) return false;
    budget.take();
    return isSite(asked);
  };
}
