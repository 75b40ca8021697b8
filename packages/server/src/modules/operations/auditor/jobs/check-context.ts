import { maxContextRepositories } from '@docwright/contract';
import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { selectReadContexts } from './context-store.ts';

/**
 * Checks N27: an agent job records the complete commit of each context repository, and reads no repository of another
 * organization.
 */
export async function checkContext(
  { database: { kysely } }: Pick<AuditDeps, 'database'>,
  findings: Findings,
): Promise<void> {
  const jobs = await selectReadContexts(kysely);
  findings.count('N27', jobs.length);
  for (const { id, context, hasTurn, foreign } of jobs) {
    if (foreign !== null) findings.add('N27', id, `read ${foreign}, which belongs to another organization`);
    if (!hasTurn) findings.add('N27', id, 'has commits of context repositories for a turn that does not exist');
    const repositories = new Set(context.map(({ repository }) => repository));
    if (repositories.size < context.length) findings.add('N27', id, 'names a context repository twice');
    if (context.length > maxContextRepositories)
      findings.add(
        'N27',
        id,
        `has more context repositories than the limit: ${context.length} instead of ${maxContextRepositories}`,
      );
    for (const { repository, commit } of context)
      if (!/^[0-9a-f]{40}$/.test(commit)) findings.add('N27', id, `doesn't name the complete commit of ${repository}`);
  }
}
