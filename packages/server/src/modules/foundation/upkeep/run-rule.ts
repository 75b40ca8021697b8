import { countDeletedFiles, countDeletedRows, countRemovedMirrors } from './count-removals.ts';
import type { RetentionRule, UpkeepDeps } from './rule.ts';
import { endTurn, takeTurn, type UpkeepTables } from './store.ts';

export interface RemovedByRule {
  /** Deleted rows in the rule's own tables, without cascaded deletions. */
  readonly rows: number;
  /** Files in the blob store, and mirrors. */
  readonly files: number;
  /** Total size of the files and mirrors in bytes. */
  readonly bytes: number;
}

/**
 * Applies a rule once, and records the time and the removals.
 * @param everySeconds minimum time between two runs. An earlier call does nothing, so replicas share the work without
 * overwriting each other's records.
 * @returns `undefined` if another run claimed the turn
 */
export async function runRule<Schema extends UpkeepTables>(
  deps: UpkeepDeps<Schema>,
  rule: RetentionRule<Schema>,
  everySeconds = 0,
): Promise<RemovedByRule | undefined> {
  // Records need only their own table.
  const notes = (deps as unknown as UpkeepDeps<UpkeepTables>).database.kysely;
  const hasTurn = await takeTurn(notes, rule.name, everySeconds);
  if (!hasTurn && rule.isPerDisk !== true) return undefined;
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
  // A rule for disks runs on each disk even if another process has the turn, but is then recorded only if it removes
  // files.
  if (hasTurn || files.files > 0) await endTurn(notes, { rule: rule.name, failed: false, ...removed() });
  return removed();
}
