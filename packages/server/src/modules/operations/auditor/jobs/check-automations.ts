import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { countAutomationRows, selectBrokenAutomations, selectBrokenRuns } from './automation-store.ts';

/**
 * Checks N26: a run's state matches its job, and enabled automations are due, except those with the trigger `event`.
 */
export async function checkAutomations(
  { database: { kysely } }: Pick<AuditDeps, 'database'>,
  findings: Findings,
): Promise<void> {
  findings.count('N26', await countAutomationRows(kysely));
  for (const { id, message } of await selectBrokenAutomations(kysely)) findings.add('N26', id, message);
  for (const { id, message } of await selectBrokenRuns(kysely)) findings.add('N26', id, message);
}
