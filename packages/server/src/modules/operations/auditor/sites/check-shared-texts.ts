import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { countSharedTexts, selectBrokenTexts } from './shared-text-store.ts';

/**
 * Checks N30: a text that several people edit belongs to its project's organization, and has every update that its
 * document lacks.
 */
export async function checkSharedTexts(
  { database: { kysely } }: Pick<AuditDeps, 'database'>,
  findings: Findings,
): Promise<void> {
  findings.count('N30', await countSharedTexts(kysely));
  for (const { id, message } of await selectBrokenTexts(kysely)) findings.add('N30', id, message);
}
