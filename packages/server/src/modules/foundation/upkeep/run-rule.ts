import { countDeletedFiles, countDeletedRows, countRemovedMirrors } from './count-removals.ts';
import type { RetentionRule, UpkeepDeps } from './rule.ts';
import { endTurn, takeTurn, type UpkeepTables } from './store.ts';

export interface RemovedByRule {
  /** Deleted rows of its own tables; cascaded deletions don't count. */
  readonly rows: number;
  /** Files of the blob store, and mirrors. */
  readonly files: number;
  /** Size of the files and mirrors. */
  readonly bytes: number;
}

/**
 * Applies a rule once, and records when that was and how much it removed.
 *
 * @param everySeconds minimum time between two runs: an earlier call does nothing, so replicas share the work, and none
 * overwrites the record of another
 * @returns `undefined` if it wasn't its turn
 */
export async function runRule<Schema extends UpkeepTables>(
  deps: UpkeepDeps<Schema>,
  rule: RetentionRule<Schema>,
  everySeconds = 0,
): Promise<RemovedByRule | undefined> {
  // A record needs only its own table of the whole schema.
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
  // Disks are cleaned at the same time; one where nothing was removed says nothing about the others.
  if (hasTurn || files.files > 0) await endTurn(notes, { rule: rule.name, failed: false, ...removed() });
  return removed();
}
