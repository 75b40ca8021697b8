import type { Transaction } from 'kysely';
import type { DraftThreads } from './draft-threads.ts';
import type { FileEdit, LockedFiles } from './file-edit.ts';
import { selectMovedFiles } from './file-store.ts';
import type { OpenBranch } from './open-branch.ts';
import type { DraftRow, DraftTables } from './tables.ts';

/** Lets the comments on files follow a draft's edits. */
export async function followEdits(
  threads: DraftThreads,
  tx: Transaction<DraftTables>,
  change: {
    readonly opened: Pick<OpenBranch, 'project' | 'branch'>;
    /** The files before the edits. */
    readonly files: LockedFiles;
    readonly edits: readonly FileEdit[];
  },
): Promise<void> {
  const { opened, files, edits } = change;
  const nameOf = (path: string) => ({ projectId: opened.project.id, branch: opened.branch, path });
  const moves = listMoves(files, edits);
  const paths = new Set([...moves.flatMap(({ from, to }) => [from, to]), ...edits.map(({ path }) => path)]);
  if (paths.size > 1)
    await threads.lockFiles(tx, { projectId: opened.project.id, branch: opened.branch, paths: [...paths] });
  for (const { from, to } of moves) await threads.fileMoved(tx, nameOf(from), to);
  for (const { path, content } of edits) await threads.fileWritten(tx, nameOf(path), content);
}

interface Move {
  readonly from: string;
  readonly to: string;
}

/** Lists the page moves, including those that the edits undo. */
export function listMoves(files: LockedFiles, edits: readonly FileEdit[]): Move[] {
  const before = new Map<string, string>();
  for (const { path, moved_from: origin } of files.values()) if (origin !== null) before.set(origin, path);
  const after = new Map<string, string>();
  for (const { path, movedFrom } of edits) if (movedFrom !== undefined) after.set(movedFrom, path);
  const written = new Set(edits.flatMap(({ path, content }) => (content === null ? [] : [path])));
  const moves = [...after].map(([origin, to]) => ({ from: before.get(origin) ?? origin, to }));
  for (const [origin, from] of before)
    if (!after.has(origin) && written.has(origin) && edits.some(({ path }) => path === from))
      moves.push({ from, to: origin });
  for (const { path, renamedFrom } of edits) if (renamedFrom !== undefined) moves.push({ from: renamedFrom, to: path });
  return moves.filter(({ from, to }) => from !== to);
}

/** Moves comments on moved pages back to the old paths, because the draft is removed. */
export async function followRemoval(
  threads: Pick<DraftThreads, 'fileMoved' | 'lockFiles'>,
  tx: Transaction<DraftTables>,
  { id, project_id: projectId, branch }: DraftRow,
): Promise<void> {
  const moved = await selectMovedFiles(tx, id);
  const paths = moved.flatMap(({ path, moved_from: origin }) => [path, origin]);
  if (paths.length > 0) await threads.lockFiles(tx, { projectId, branch, paths });
  for (const { path, moved_from: origin } of moved) await threads.fileMoved(tx, { projectId, branch, path }, origin);
}
