import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { countCommentRows, selectBrokenThreads } from './comment-store.ts';

/**
 * Checks N29: a comment thread belongs to its project's organization, and has a comment and a range inside its
 * file.
 */
export async function checkComments(
  { database: { kysely } }: Pick<AuditDeps, 'database'>,
  findings: Findings,
): Promise<void> {
  findings.count('N29', await countCommentRows(kysely));
  for (const { id, message } of await selectBrokenThreads(kysely)) findings.add('N29', id, message);
}
