import { idPrefixes, type AutomationEvidence, type AutomationRunTrigger } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { toStorableJson } from '../../../platform/database/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { takeWaiting } from './events-store.ts';
import { insertRun, updateRun } from './runs-store.ts';
import type { AutomationRow, AutomationTables, RunRow } from './tables.ts';

/** Maximum number of events for which a run stores evidence. It stores the newest evidence, but counts all events. */
export const maxEvidence = 50;

/** Creates a run from all waiting events. The caller has locked the automation, which has no active run. */
export async function createRun(
  tx: Transaction<AutomationTables>,
  automation: AutomationRow,
  start: { readonly trigger: AutomationRunTrigger; readonly startedBy: string | null },
): Promise<RunRow> {
  const run = await insertRun(tx, {
    id: newId(idPrefixes.automationRun),
    automation_id: automation.id,
    organization_id: automation.organization_id,
    project_id: automation.project_id,
    trigger: start.trigger,
    started_by: start.startedBy,
    evidence: '[]',
    events: 0,
  });
  const events = await takeWaiting(tx, automation.id, run.id);
  const evidence = events.flatMap((event): readonly AutomationEvidence[] => event.evidence).slice(-maxEvidence);
  const depth = Math.max(1, ...events.map((event) => event.depth));
  await updateRun(tx, run.id, { evidence: toStorableJson(evidence), events: events.length, depth });
  return { ...run, evidence, events: events.length, depth };
}
