import type { AgentEventType } from '@docwright/contract';
import type { Journal, JournalRecord, Overlay, OverlayChange } from '@docwright/doc-agent';
import type { Database } from '../../platform/database/index.ts';
import { LeaseLost } from './errors.ts';
import { insertJournalRecord, saveOverlayChange, selectJournal, selectOverlay } from './journal-store.ts';
import { insertEvent, updateActiveAgentJob, type AgentLease } from './store.ts';
import type { AgentJobTables } from './tables.ts';

/** The engine's journal in the database: a record, its overlay changes and its event are one transaction. */
export function createAgentJournal(
  database: Database<AgentJobTables>,
  lease: AgentLease,
  onAppended: () => void,
): Journal {
  return {
    load: async (): Promise<{ records: readonly JournalRecord[]; overlay: Overlay }> => ({
      records: await selectJournal(database.kysely, lease.id),
      overlay: await selectOverlay(database.kysely, lease.id),
    }),
    append: async (record: JournalRecord, changes: readonly OverlayChange[]): Promise<void> => {
      await database.kysely.transaction().execute(async (tx) => {
        if ((await updateActiveAgentJob(tx, lease, {})) === undefined) throw new LeaseLost();
        await insertJournalRecord(tx, lease.id, record);
        for (const change of changes) await saveOverlayChange(tx, lease.id, change);
        const type = eventTypes[record.kind];
        if (type === undefined) return;
        const data = {
          turn: record.turn,
          step: record.step,
          changed: changes.map(({ path }) => path),
          detail: record.data,
        };
        await insertEvent(tx, lease.id, { type, data });
      });
      onAppended();
    },
  };
}

/** What of the journal is worth an event of its own. */
const eventTypes: Readonly<Partial<Record<JournalRecord['kind'], AgentEventType>>> = {
  prompt: 'turn.started',
  assistant: 'step.model',
  tool_results: 'step.tools',
};
