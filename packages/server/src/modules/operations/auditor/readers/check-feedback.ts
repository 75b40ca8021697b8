import type { AuditDeps } from '../audit-deps.ts';
import { countFeedback, selectFeedbackPastRetention } from './feedback-store.ts';
import type { Findings } from '../findings.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

/** Checks N17: readers' feedback on pages is deleted after the installation's retention period. */
export async function checkFeedback(
  { database: { kysely }, settings: { feedbackDays } }: Pick<AuditDeps, 'database' | 'settings'>,
  findings: Findings,
): Promise<void> {
  findings.count('N17', await countFeedback(kysely));
  for (const { projectId, feedback } of await selectFeedbackPastRetention(kysely, feedbackDays))
    findings.add(
      'N17',
      projectId,
      `has ${countOf(feedback, 'entry', 'entries')} of readers' feedback older than ${countOf(feedbackDays, 'day')}`,
    );
}
