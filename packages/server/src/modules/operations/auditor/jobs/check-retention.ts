import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { countKept, selectComparisonsPastRetention, selectJobsPastRetention } from './retention-store.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

/**
 * Checks N20 and N21: ended agent jobs and search comparisons are deleted after the installation's retention periods.
 */
export async function checkRetention(
  { database: { kysely }, settings: { jobDays, eventDays } }: Pick<AuditDeps, 'database' | 'settings'>,
  findings: Findings,
): Promise<void> {
  const { jobs, comparisons } = await countKept(kysely);
  findings.count('N20', jobs);
  for (const { projectId, rows } of await selectJobsPastRetention(kysely, jobDays))
    findings.add(
      'N20',
      projectId,
      `has ${countOf(rows, 'agent job')} that ended more than ${countOf(jobDays, 'day')} ago`,
    );
  findings.count('N21', comparisons);
  for (const { projectId, rows } of await selectComparisonsPastRetention(kysely, eventDays))
    findings.add('N21', projectId, `has ${countOf(rows, 'search comparison')} older than ${countOf(eventDays, 'day')}`);
}
