import { countDeletedFiles, countDeletedRows } from './count-removals.ts';
import type { RetentionRule, UpkeepDeps } from './rule.ts';
import { endTurn, takeTurn, type UpkeepTables } from './store.ts';

export interface RemovedByRule {
  /** Of its tables, without those that go with others. */
  readonly rows: number;
  readonly files: number;
  /** Of the files. */
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
  if (!(await takeTurn(notes, rule.name, everySeconds))) return undefined;
  const counted = { rows: countDeletedRows(deps.database), files: countDeletedFiles(deps.blobs) };
  const removed = (): RemovedByRule => ({ rows: counted.rows.removed(), ...counted.files.removed() });
  try {
    await rule.apply({ ...deps, database: counted.rows.database, blobs: counted.files.blobs });
  } catch (error) {
    await endTurn(notes, { rule: rule.name, failed: true, ...removed() });
    throw error;
  }
  await endTurn(notes, { rule: rule.name, failed: false, ...removed() });
  return removed();
}
