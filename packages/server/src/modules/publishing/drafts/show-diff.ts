import type { DraftDiff, DraftFileList } from '@docwright/contract';
import { listFileChanges, toChangedFile, formatFileDiff, type BaseFiles } from '@docwright/doc-agent';
import type { DraftDeps } from './drafts-deps.ts';
import { toOverlay } from './draft-overlay.ts';
import { draftFileNotFound } from './errors.ts';
import { selectFiles } from './file-store.ts';
import { requireCommit, requireRepository, withRepository, type OpenBranch } from './open-branch.ts';
import { changeOf, isMoveSource } from './show-draft.ts';
import type { DraftFileRow } from './tables.ts';

const maxPatchBytes = 1_000_000;

/** Compares the draft with its base commit, whose files are stored with the draft. @throws ApiError not_found */
export async function showDiff(
  { database }: DraftDeps,
  { draft, baseCommit }: OpenBranch,
  only: string | undefined,
): Promise<DraftDiff> {
  const rows = draft === undefined ? [] : await selectFiles(database.kysely, draft.id);
  const chosen = only === undefined ? rows : withSource(rows, only);
  const texts = await listFileChanges(toBase(rows), toOverlay(chosen));
  const binaries = chosen.filter((row) => !isMoveSource(row, rows) && !texts.some(({ path }) => path === row.path));
  const { patch, isTruncated } = cutPatch(texts.map(formatFileDiff).join(''));
  const files = [
    ...texts.map((change) => {
      const { path, from, added, removed } = toChangedFile(change);
      return { path, change: change.change, movedFrom: from ?? null, added, removed, isBinary: false };
    }),
    ...binaries.map((row) => ({
      path: row.path,
      change: changeOf(row),
      movedFrom: row.moved_from,
      added: 0,
      removed: 0,
      isBinary: true,
    })),
  ];
  return { baseCommit, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), patch, isTruncated };
}

function withSource(rows: readonly DraftFileRow[], path: string): readonly DraftFileRow[] {
  const row = rows.find((one) => one.path === path);
  if (row === undefined) throw draftFileNotFound(path);
  return rows.filter((one) => one === row || one.path === row.moved_from);
}

/** Returns the part of the base commit that the draft changes. */
function toBase(rows: readonly DraftFileRow[]): BaseFiles {
  const files = new Map<string, Uint8Array>();
  for (const { path, moved_from: from, base_content: base } of rows) if (base !== null) files.set(from ?? path, base);
  return {
    list: async () => [...files].map(([path, bytes]) => ({ path, sizeBytes: bytes.byteLength })),
    read: async (path) => files.get(path),
  };
}

export function cutPatch(patch: string): { readonly patch: string; readonly isTruncated: boolean } {
  if (Buffer.byteLength(patch) <= maxPatchBytes) return { patch, isTruncated: false };
  // Ends with a whole line, so that the patch is still readable.
  const cut = Buffer.from(patch).subarray(0, maxPatchBytes).toString('utf8');
  return { patch: cut.slice(0, cut.lastIndexOf('\n') + 1), isTruncated: true };
}

/**
 * Lists the docs folder's files with the draft applied.
 * @throws ApiError draft_repository_unavailable
 */
export async function listFiles({ database }: DraftDeps, opened: OpenBranch): Promise<DraftFileList> {
  const { draft, baseCommit, project } = opened;
  const { mirror } = requireRepository(opened);
  const rows = draft === undefined ? [] : await selectFiles(database.kysely, draft.id);
  const changed = new Map(rows.map((row) => [row.path, row]));
  const listing = await withRepository(async () => {
    await requireCommit(opened);
    return mirror.listFiles(baseCommit, project.docs_folder);
  });
  const files = listing.files
    .filter(({ path }) => !changed.has(path))
    .map(({ path, size }): DraftFileList['files'][number] => ({ path, size, change: null }));
  for (const row of rows)
    if (row.content !== null) files.push({ path: row.path, size: row.content.byteLength, change: changeOf(row) });
  return { baseCommit, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}
