import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { selectKeptSessions, selectKeptTokens, selectProtectedSites } from './access-store.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

/**
 * Checks N25: a site's access mode has its settings, without which no one could sign in; readers' sessions and tokens
 * are deleted after they expire.
 */
export async function checkAccess(
  { database: { kysely } }: Pick<AuditDeps, 'database'>,
  findings: Findings,
): Promise<void> {
  const sites = await selectProtectedSites(kysely);
  findings.count('N25', sites.length);
  for (const { projectId, mode, isComplete } of sites)
    if (!isComplete) findings.add('N25', projectId, `has the access mode "${mode}" without its settings`);
  for (const { projectId, sessions, old } of await selectKeptSessions(kysely)) {
    findings.count('N25', sessions);
    if (old > 0) findings.add('N25', projectId, `has ${countOf(old, 'session')} that expired more than a day ago`);
  }
  for (const { projectId, tokens, old } of await selectKeptTokens(kysely)) {
    findings.count('N25', tokens);
    if (old > 0)
      findings.add(
        'N25',
        projectId,
        `has ${countOf(old, "reader's token", "readers' tokens")} that expired more than a day ago`,
      );
  }
}
