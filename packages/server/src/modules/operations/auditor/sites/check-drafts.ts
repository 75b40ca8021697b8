import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import {
  countDraftRows,
  selectBrokenDraftFiles,
  selectBrokenDraftRevisions,
  selectBrokenDrafts,
} from './draft-store.ts';

/** Checks N28: a draft has an author, and a change or a revision; each of its files differs from the branch. */
export async function checkDrafts(
  { database: { kysely } }: Pick<AuditDeps, 'database'>,
  findings: Findings,
): Promise<void> {
  findings.count('N28', await countDraftRows(kysely));
  for (const { id, message } of await selectBrokenDrafts(kysely)) findings.add('N28', id, message);
  for (const { id, message } of await selectBrokenDraftFiles(kysely)) findings.add('N28', id, message);
  for (const { id, message } of await selectBrokenDraftRevisions(kysely)) findings.add('N28', id, message);
}
