import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { countProjects, selectForeignRepositories } from '../store.ts';

/** Checks N10: the repository of each project belongs to its organization, or is connected to it. */
export async function checkRepositories({ database }: AuditDeps, findings: Findings): Promise<void> {
  findings.count('N10', await countProjects(database.kysely));
  for (const { id, repository } of await selectForeignRepositories(database.kysely)) {
    findings.add('N10', id, `its repository ${repository} is not connected to the organization`);
  }
}
