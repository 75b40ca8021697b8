import type { Transaction } from 'kysely';
import { findAgain } from './anchors.ts';
import { deleteFileRow, lockFile, renameFile, selectRanges, updateRanges, type FileName } from './file-store.ts';
import type { CommentTables } from './tables.ts';

/**
 * Moves a file's threads to another path or branch. If people also commented on a file there, the threads' quoted texts
 * are searched for in that file; threads whose text isn't found are outdated.
 */
export async function moveThreads(tx: Transaction<CommentTables>, from: FileName, to: FileName): Promise<void> {
  const file = await lockFile(tx, from);
  if (file === undefined) return;
  const other = await lockFile(tx, to);
  if (other === undefined) return renameFile(tx, file.id, to);
  await updateRanges(tx, other.id, findAgain(await selectRanges(tx, file.id), other.content.toString('utf8')));
  await deleteFileRow(tx, file.id);
}
