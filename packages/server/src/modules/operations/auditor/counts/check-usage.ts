import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { countAnswers, selectMisbilledJobs } from './usage-store.ts';

/** Checks N14: a job's reported usage equals the sum of its answers, regardless of how the job ended. */
export async function checkUsage(deps: Pick<AuditDeps, 'database'>, findings: Findings): Promise<void> {
  const { kysely } = deps.database;
  findings.count('N14', await countAnswers(kysely));
  for (const { id, billed, answered } of await selectMisbilledJobs(kysely)) {
    findings.add('N14', id, `reports a usage of (${billed}), but its model responses total (${answered})`);
  }
}
