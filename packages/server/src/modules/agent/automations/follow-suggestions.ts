import type { Database } from '../../../platform/database/index.ts';
import type { OpenSuggestions } from './open-suggestions.ts';
import { recordEvent } from './record-event.ts';
import type { AutomationSettings } from './settings.ts';
import { lockAutomation, selectAutomationById } from './store.ts';
import type { AutomationTables } from './tables.ts';
import { findSuggestionsFor } from './take-suggestions.ts';
import type { WakeDeps } from './tickets.ts';

export interface FollowSuggestionsDeps extends WakeDeps {
  readonly database: Database<AutomationTables>;
  readonly settings: AutomationSettings;
  readonly suggestions: OpenSuggestions;
}

/**
 * Records an event for each suggestion that has enough readers. Can be called at any time, and repeatedly: a suggestion
 * becomes a new event only after a job was created from it, whether that job handled it or failed.
 */
export async function followSuggestions(deps: FollowSuggestionsDeps, automationId: string): Promise<void> {
  const { kysely } = deps.database;
  const automation = await selectAutomationById(kysely, automationId);
  if (automation?.enabled !== true || automation.trigger_type !== 'suggestion') return;
  const found = (await findSuggestionsFor(deps, automation)) ?? [];
  if (found.length === 0) return;
  await kysely.transaction().execute(async (tx) => {
    const current = await lockAutomation(tx, automationId);
    if (current?.enabled !== true || current.trigger_type !== 'suggestion') return;
    for (const { id, jobId } of found) {
      const subject = `suggestion ${id} after ${jobId ?? 'no job'}`;
      await recordEvent(deps, tx, { automation: current, subject, evidence: [] });
    }
  });
}
