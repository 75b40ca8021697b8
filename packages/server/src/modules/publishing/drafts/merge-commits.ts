import type { Transaction } from 'kysely';
import { isGitError, type TreeFile } from '../../../platform/git/index.ts';
import type { ConnectedRepository } from '../../sources/repositories/index.ts';
import type { DraftDeps, DraftTarget } from './drafts-deps.ts';
import { blobIdOf, isSameContent, type Bytes } from './file-bytes.ts';
import { deleteFile, selectFiles, upsertFile, type FileFields } from './file-store.ts';
import { keepRevisions } from './keep-revisions.ts';
import { mergeFile } from './merge-file.ts';
import { deleteDraftRow, lockDraft, selectDraft, updateDraft } from './store.ts';
import type { DraftFileRow, DraftRow, DraftTables } from './tables.ts';

interface NewCommits {
  readonly target: DraftTarget;
  readonly repository: ConnectedRepository;
  /** The branch's newest commit. */
  readonly head: string;
}

/** Authors who save at the same time make the merge start over. */
const maxAttempts = 5;

/**
 * Merges a new commit on the branch into the draft, file by file:
 *
 * 1. The base of each file is stored, so that the merge is also correct after a force-push, when the old commit no
 *    longer exists anywhere.
 * 2. Files are read before the draft is locked. If it changed in the meantime, they are read again.
 * 3. A draft that no longer differs from its branch is deleted, unless it had only revisions.
 *
 * Returns `undefined` if the draft no longer exists.
 */
export async function mergeCommits(
  { database }: DraftDeps,
  { target, repository, head }: NewCommits,
): Promise<DraftRow | undefined> {
  const name = { projectId: target.project.id, branch: target.branch };
  for (let attempt = 1; ; attempt++) {
    const draft = await selectDraft(database.kysely, name);
    if (draft === undefined || draft.base_commit === head) return draft;
    const files = await selectFiles(database.kysely, draft.id);
    const theirs = await readTheirs(repository, { head, docsFolder: target.project.docs_folder, files });
    const merged = await database.kysely.transaction().execute(async (tx): Promise<DraftRow | 'deleted' | 'stale'> => {
      const locked = await lockDraft(tx, name);
      if (locked?.id !== draft.id || locked.version !== draft.version) return 'stale';
      const left = await applyMerges(tx, { draft, files, theirs, head });
      if (left === 0 && files.length > 0) {
        await deleteDraftRow(tx, draft.id);
        return 'deleted';
      }
      return updateDraft(tx, draft.id, { base_commit: head, isSaved: false });
    });
    if (merged === 'deleted') return undefined;
    if (merged !== 'stale') return merged;
    // The authors are typing right now, so the next request merges the commits.
    if (attempt === maxAttempts) return draft;
  }
}

/** Reads the new commit's files by path, for the changed paths and the old paths of moved files. */
async function readTheirs(
  { mirror }: ConnectedRepository,
  {
    head,
    docsFolder,
    files,
  }: { readonly head: string; readonly docsFolder: string; readonly files: readonly DraftFileRow[] },
): Promise<ReadonlyMap<string, Bytes>> {
  const listing = await mirror.listFiles(head, docsFolder).catch((error: unknown) => {
    if (isGitError(error, 'folder-not-found')) return { files: [] };
    throw error;
  });
  const byPath = new Map(listing.files.map((file) => [file.path, file]));
  // Most of a draft's files are unchanged on the branch, so their bytes are known.
  const known = new Map<string, Uint8Array>();
  for (const { base_content: base } of files) if (base !== null) known.set(blobIdOf(base), base);
  const theirs = new Map<string, Bytes>();
  const unread: TreeFile[] = [];
  for (const path of new Set(files.flatMap((file) => [file.path, file.moved_from ?? file.path]))) {
    const file = byPath.get(path);
    const bytes = file === undefined ? undefined : known.get(file.sha);
    if (bytes !== undefined) theirs.set(path, bytes);
    else if (file !== undefined) unread.push(file);
  }
  for await (const { file, bytes } of mirror.readFiles(unread)) theirs.set(file.path, bytes);
  return theirs;
}

/** Returns the number of files that still differ from the branch. */
async function applyMerges(
  tx: Transaction<DraftTables>,
  merge: {
    readonly draft: DraftRow;
    readonly files: readonly DraftFileRow[];
    readonly theirs: ReadonlyMap<string, Bytes>;
    readonly head: string;
  },
): Promise<number> {
  const { draft, files, theirs, head } = merge;
  const theirsOf = (path: string): Bytes => theirs.get(path) ?? null;
  const plan = planMerge(files, { theirsOf, head });
  await keepRevisions(tx, {
    draftId: draft.id,
    paths: files
      .filter(({ path, content }) => !isSameContent(plan.get(path)?.content ?? content, content))
      .map(({ path }) => path),
    forced: [],
    author: undefined,
  });
  let left = 0;
  for (const [path, fields] of plan) {
    if (fields === undefined) await deleteFile(tx, draft.id, path);
    else {
      left += 1;
      await upsertFile(tx, draft.id, fields);
    }
  }
  return left;
}

/** Returns each file's new row; `undefined` if the file no longer differs from the branch. */
export function planMerge(
  files: readonly DraftFileRow[],
  { theirsOf, head }: { readonly theirsOf: (path: string) => Bytes; readonly head: string },
): ReadonlyMap<string, FileFields | undefined> {
  const rows = new Map(files.map((file) => [file.path, file]));
  // A moved page includes the branch's changes to its old path, so the old path itself has no conflict.
  const sources = new Set(
    files.flatMap(({ path, moved_from: from }) =>
      from !== null && theirsOf(path) === null && rows.get(from)?.kind === 'delete' ? [from] : [],
    ),
  );
  return new Map(files.map((file) => [file.path, planFile(file, { theirsOf, head, sources })]));
}

function planFile(
  file: DraftFileRow,
  {
    theirsOf,
    head,
    sources,
  }: {
    readonly theirsOf: (path: string) => Bytes;
    readonly head: string;
    readonly sources: ReadonlySet<string>;
  },
): FileFields | undefined {
  const { path, moved_from: from } = file;
  const fields = (content: Bytes, base: Bytes): FileFields => ({
    path,
    kind: content === null ? 'delete' : 'write',
    content: toBuffer(content),
    base_content: toBuffer(base),
    moved_from: null,
    conflict_commit: null,
    updated_by: file.updated_by,
  });
  if (sources.has(path)) return theirsOf(path) === null ? undefined : fields(null, theirsOf(path));
  const isMoved = from !== null && sources.has(from);
  const theirs = theirsOf(isMoved ? from : path);
  const merged = mergeFile({
    // A new file on the branch at the same path has nothing in common with the moved page.
    base: from !== null && !isMoved ? null : file.base_content,
    ours: file.content,
    theirs,
    hadConflict: file.conflict_commit !== null,
  });
  const moved_from = isMoved && theirs !== null ? from : null;
  switch (merged.kind) {
    case 'same':
      // A moved page with the branch's content is still moved.
      return moved_from === null ? undefined : { ...fields(theirs, theirs), moved_from };
    case 'merged':
      return { ...fields(merged.content, theirs), moved_from };
    case 'conflict':
      return {
        ...fields(merged.content, theirs),
        moved_from,
        conflict_commit: isSameContent(theirs, file.base_content) ? (file.conflict_commit ?? head) : head,
      };
  }
}

const toBuffer = (bytes: Bytes): Buffer | null => (bytes === null ? null : Buffer.from(bytes));
