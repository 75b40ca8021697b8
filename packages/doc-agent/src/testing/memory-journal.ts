import { applyOverlayChanges } from '../overlay/overlay.ts';
import type { Journal, JournalRecord, Overlay } from '../ports.ts';

export interface MemoryJournal extends Journal {
  readonly records: JournalRecord[];
  overlay: Overlay;
  /** The next append that reaches this number of records throws, before or after it is stored. */
  crashAt: { readonly count: number; readonly when: 'before' | 'after' } | undefined;
}

export class Crash extends Error {}

/** A journal in memory that satisfies the port's contract, and fails on demand. */
export function memoryJournal(): MemoryJournal {
  const journal: MemoryJournal = {
    records: [],
    overlay: new Map(),
    crashAt: undefined,
    load: () => Promise.resolve({ records: [...journal.records], overlay: journal.overlay }),
    append(record, changes) {
      const isDue = journal.crashAt !== undefined && journal.records.length + 1 === journal.crashAt.count;
      if (isDue && journal.crashAt?.when === 'before')
        return Promise.reject(new Crash('crash before the record was stored'));
      const taken = journal.records.some((other) => other.turn === record.turn && other.seq === record.seq);
      if (taken) return Promise.reject(new Error(`record ${record.turn}.${record.seq} exists`));
      journal.records.push(structuredClone(record));
      journal.overlay = applyOverlayChanges(journal.overlay, structuredClone([...changes]));
      if (isDue) return Promise.reject(new Crash('crash after the record was stored'));
      return Promise.resolve();
    },
  };
  return journal;
}
