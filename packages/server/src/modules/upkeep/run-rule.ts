import { countDeletedFiles, countDeletedRows, countRemovedMirrors } from './count-removals.ts';
import type { RetentionRule, UpkeepDeps } from './rule.ts';
import { endTurn, takeTurn, type UpkeepTables } from './store.ts';

export interface RemovedByRule {
  /** Of its tables, without those that go with others. */
  readonly rows: number;
  /** Files of the blob store, and mirrors. */
  readonly files: number;
  /** Of the files and mirrors. */
  readonly bytes: number;
}

/**
 * Does what a rule says, once, and notes when that was and how much it removed.
 *
 * @param everySeconds whoever comes sooner after the last one does nothing: replicas share the work, and none overwrites the note of another
 * @returns undefined where it was not its turn
 */
export async function runRule<Schema extends UpkeepTables>(
  deps: UpkeepDeps<Schema>,
  rule: RetentionRule<Schema>,
  everySeconds = 0,
): Promise<RemovedByRule | undefined> {
  // Of the whole schema a note needs its own table.
  const notes = (deps as unknown as UpkeepDeps<UpkeepTables>).database.kysely;
  const hasTurn = await takeTurn(notes, rule.name, everySeconds);
  if (!hasTurn && rule.isOfDisk !== true) return undefined;
  const rows = countDeletedRows(deps.database);
  const files = { files: 0, bytes: 0 };
  const counted = {
    ...deps,
    database: rows.database,
    blobs: countDeletedFiles(deps.blobs, files),
    mirrors: countRemovedMirrors(deps.mirrors, files),
  };
  const removed = (): RemovedByRule => ({ rows: rows.removed(), ...files });
  try {
    await rule.apply(counted);
  } catch (error) {
    await endTurn(notes, { rule: rule.name, failed: true, ...removed() });
    throw error;
  }
  // Of several disks at the same time, one where nothing was removed says nothing of the others.
  if (hasTurn || files.files > 0) await endTurn(notes, { rule: rule.name, failed: false, ...removed() });
  return removed();
}
