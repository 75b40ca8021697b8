import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { selectKeptLinks } from './page-health-store.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

const keptDays = 30;
const maxLinks = 5_000;

/** Checks N22: data about a site's pages is limited, and is deleted with the site. */
export async function checkPageHealth(
  { database: { kysely } }: Pick<AuditDeps, 'database'>,
  findings: Findings,
): Promise<void> {
  const sites = await selectKeptLinks(kysely, keptDays);
  findings.count('N22', sites.length);
  for (const { projectId, links, isOld } of sites) {
    if (isOld)
      findings.add(
        'N22',
        projectId,
        `has page health data more than ${countOf(keptDays, 'day')} after its site was last live`,
      );
    if (links > maxLinks) findings.add('N22', projectId, `has ${links} links; at most ${maxLinks} are allowed`);
  }
}
