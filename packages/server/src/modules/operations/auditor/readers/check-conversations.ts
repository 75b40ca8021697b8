import { defaultRetentionDays } from '../../../readers/assistant/index.ts';
import type { AuditDeps } from '../audit-deps.ts';
import { countQuestions, selectQuestionsPastRetention } from './conversation-store.ts';
import type { Findings } from '../findings.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

/** Checks N16: readers' questions are deleted after their project's retention period. */
export async function checkConversations(deps: Pick<AuditDeps, 'database'>, findings: Findings): Promise<void> {
  const { kysely } = deps.database;
  findings.count('N16', await countQuestions(kysely));
  for (const { projectId, questions, days } of await selectQuestionsPastRetention(kysely, defaultRetentionDays))
    findings.add(
      'N16',
      projectId,
      `has ${countOf(questions, "reader's question", "readers' questions")} older than its ${countOf(days, 'day')}`,
    );
}
