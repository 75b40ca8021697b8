import type { AgentEventType } from '@docwright/contract';
import type { Journal, JournalRecord, Overlay, OverlayChange } from '@docwright/doc-agent';
import type { Database } from '../../../../platform/database/index.ts';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import { readOverlay } from '../overlay-store.ts';
import { appendToJournal, selectJournal } from './store.ts';
import type { AgentLease } from '../store.ts';
import type { AgentJobTables } from '../tables.ts';

/**
 * Creates the engine's journal in the database: a record, its overlay changes and its event are written in one
 * statement.
 */
export function createAgentJournal(
  database: Database<AgentJobTables>,
  lease: AgentLease,
  onAppended: () => void,
): Journal {
  return {
    load: async (): Promise<{ records: readonly JournalRecord[]; overlay: Overlay }> => ({
      records: await selectJournal(database.kysely, lease.id),
      overlay: await readOverlay(database.kysely, lease.id),
    }),
    append: async (record: JournalRecord, changes: readonly OverlayChange[]): Promise<void> => {
      const entry = { record, changes, eventType: eventTypes[record.kind] };
      if (!(await appendToJournal(database.kysely, lease, entry))) throw new LeaseLost();
      onAppended();
    },
  };
}

/** The kinds of journal records that have an event. */
const eventTypes: Readonly<Partial<Record<JournalRecord['kind'], AgentEventType>>> = {
  prompt: 'turn.started',
  assistant: 'step.model',
  tool_results: 'step.tools',
};
