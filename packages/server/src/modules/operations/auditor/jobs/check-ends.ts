import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { countJobs, selectUnendedJobs } from '../store.ts';

/** Checks N1: every accepted job is processed, and ends in time. */
export async function checkEnds(deps: AuditDeps, findings: Findings): Promise<void> {
  const { kysely } = deps.database;
  const { deadlineMs, leaseMs } = deps.settings;
  findings.count('N1', await countJobs(kysely));
  for (const { id, ageMs, isQueued } of await selectUnendedJobs(kysely)) {
    const age = `${Math.round(ageMs / 1000)} s`;
    if (!isQueued) findings.add('N1', id, `has not ended, and the queue has no entry that would end it`);
    else if (deps.settled)
      findings.add('N1', id, `has not ended ${age} after it was accepted, with nothing in progress`);
    else if (ageMs > deadlineMs + 2 * leaseMs) {
      findings.add('N1', id, `has not ended ${age} after it was accepted; its deadline is ${deadlineMs / 1000} s`);
    }
  }
}
