import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { countSuggestions, selectSuggestionsPastRetention } from './suggestion-store.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

/** Checks N19: actions on suggestions are deleted together with individual events. */
export async function checkSuggestions(
  { database: { kysely }, settings: { eventDays } }: Pick<AuditDeps, 'database' | 'settings'>,
  findings: Findings,
): Promise<void> {
  findings.count('N19', await countSuggestions(kysely));
  for (const { projectId, suggestions } of await selectSuggestionsPastRetention(kysely, eventDays))
    findings.add(
      'N19',
      projectId,
      `has ${countOf(suggestions, 'suggestion')} without any activity for more than ${countOf(eventDays, 'day')}`,
    );
}
