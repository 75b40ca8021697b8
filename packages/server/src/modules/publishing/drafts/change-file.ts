import { maxDraftFileBytes } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { editOf, readBaseText, readCurrent, requireSize } from './draft-file.ts';
import type { DraftDeps, DraftTarget } from './drafts-deps.ts';
import { editDraft } from './edit-draft.ts';
import type { EditAuthor } from './file-edit.ts';
import type { Bytes } from './file-bytes.ts';
import { selectFile } from './file-store.ts';
import { openBranch, type OpenBranch } from './open-branch.ts';
import { requireChangeable } from './path-rules.ts';
import { retryStale } from './retry-stale.ts';
import type { DraftTables } from './tables.ts';

/** Reads the bytes of a file with the draft applied; null if it doesn't exist. @throws the errors of `openBranch` */
export async function readDraftBytes(deps: DraftDeps, target: DraftTarget, path: string): Promise<Bytes> {
  return readOpenedBytes(deps, await openBranch(deps, target), path);
}

/** Like `readDraftBytes`, for an open branch. */
export async function readOpenedBytes(deps: DraftDeps, opened: OpenBranch, path: string): Promise<Bytes> {
  const { base, isInDraft } = await readCurrent(deps, opened, path);
  if (!isInDraft || opened.draft === undefined) return base;
  const row = await selectFile(deps.database.kysely, opened.draft.id, path);
  return row === undefined ? base : row.content;
}

export interface FileChange {
  readonly content: Buffer;
  readonly coAuthor: EditAuthor;
}

/**
 * Changes one file of a draft. `change` receives its content while the draft is locked, and can write in the
 * transaction. If it returns `undefined`, nothing changes.
 * @throws ApiError draft_file_refused, storage_quota_exceeded, and the errors of `editDraft` and `openBranch`
 */
export async function changeDraftFile(
  deps: DraftDeps,
  target: DraftTarget,
  path: string,
  change: (tx: Transaction<DraftTables>, current: Bytes) => Promise<FileChange | undefined>,
): Promise<void> {
  await retryStale(deps, target, async (opened) => {
    const { base, isInDraft } = await readCurrent(deps, opened, path);
    const isNew = base === null && !isInDraft;
    await requireChangeable(path, { isNew, readText: (file) => readBaseText(opened, file) });
    await deps.storage.requireRoom(opened.project.organization_id);
    await editDraft(deps, opened, [path], async (files, _draft, tx) => {
      const row = files.get(path);
      const changed = await change(tx, row === undefined ? base : row.content);
      if (changed === undefined) return [];
      const content = requireSize(path, changed.content, maxDraftFileBytes);
      return [{ ...editOf(row, { path, content, base }), coAuthor: changed.coAuthor }];
    });
  });
}
