import { maxDraftFileBytes, maxDraftMediaBytes } from '@docwright/contract';
import type { DraftFile, PutDraftFileBody, SavedDraftFile } from '@docwright/contract';
import { decodeText } from '@docwright/doc-agent';
import { decodeBase64 } from '../../../platform/base64/decode-base64.ts';
import type { DraftDeps } from './drafts-deps.ts';
import { editDraft, type Edited } from './edit-draft.ts';
import type { FileEdit } from './file-edit.ts';
import { draftFileChanged, draftFileNotFound, draftFileRefused, quote } from './errors.ts';
import { encodeContent, isSameContent, versionOf, type Bytes } from './file-bytes.ts';
import { selectFile, selectPaths } from './file-store.ts';
import { markConflict } from './merge-file.ts';
import { readBaseFile, requireRepository, withRepository, type OpenBranch } from './open-branch.ts';
import { requireChangeable, requireReadable } from './path-rules.ts';
import { changeOf } from './show-draft.ts';
import type { DraftFileRow } from './tables.ts';

/** @throws ApiError not_found, draft_repository_unavailable, draft_file_refused */
export async function readFile({ database }: DraftDeps, opened: OpenBranch, path: string): Promise<DraftFile> {
  requireReadable(path);
  const { draft } = opened;
  const row = draft === undefined ? undefined : await selectFile(database.kysely, draft.id, path);
  const base = row === undefined ? await readBaseFile(opened, path) : row.base_content;
  const content = row === undefined ? base : row.content;
  if (row === undefined && content === null) throw draftFileNotFound(path);
  const shown = content === null ? { content: null, encoding: 'utf-8' as const } : encodeContent(content);
  return {
    path,
    change: row === undefined ? null : changeOf(row),
    ...shown,
    version: versionOf(content),
    movedFrom: row?.moved_from ?? null,
    base: base === null ? null : encodeContent(base),
    conflict: row === undefined ? null : showConflict(row),
    draftVersion: draft?.version ?? 0,
  };
}

/** Returns a file's conflict. The file's content on the branch is its new base. */
function showConflict({ conflict_commit: commit, content, base_content: theirs }: DraftFileRow): DraftFile['conflict'] {
  if (commit === null) return null;
  return { commit, theirs: theirs === null ? null : encodeContent(theirs), markers: markConflict(content, theirs) };
}

/**
 * Saves a file. The content that the caller edited must still be the current content, unless the new content is already
 * saved, so a repeated request succeeds.
 * @throws ApiError draft_file_changed, draft_file_refused, storage_quota_exceeded, and the errors of `editDraft`
 */
export async function saveFile(
  deps: DraftDeps,
  opened: OpenBranch,
  { path, body }: { readonly path: string; readonly body: PutDraftFileBody },
): Promise<SavedDraftFile> {
  const content = decodeBody(path, body);
  const { base, isInDraft } = await readCurrent(deps, opened, path);
  const isNew = base === null && !isInDraft;
  await requireChangeable(path, { isNew, readText: (file) => readBaseText(opened, file) });
  if (isNew) await requireUntakenName(deps, opened, path);
  await deps.storage.requireRoom(opened.project.organization_id);
  const edited = await editDraft(deps, opened, [path], (files) => {
    const row = files.get(path);
    const current = row === undefined ? base : row.content;
    if (isSameContent(current, content)) return [];
    if (versionOf(current) !== body.version) throw draftFileChanged(path);
    return [{ ...editOf(row, { path, content, base }), keepsReplaced: body.keepReplaced === true }];
  });
  return showSaved(deps, edited, { path, content });
}

/**
 * Resolves a conflict by keeping one side's content.
 * @throws ApiError not_found, draft_file_changed
 */
export async function resolveConflict(
  deps: DraftDeps,
  opened: OpenBranch,
  {
    path,
    keep,
    version,
  }: { readonly path: string; readonly keep: 'draft' | 'branch'; readonly version: string | null },
): Promise<SavedDraftFile> {
  let kept: Bytes = null;
  const edited = await editDraft(deps, opened, [path], (files) => {
    const row = files.get(path);
    if (row === undefined) throw draftFileNotFound(path);
    if (versionOf(row.content) !== version) throw draftFileChanged(path);
    kept = keep === 'draft' ? row.content : row.base_content;
    if (row.conflict_commit === null && keep === 'draft') return [];
    const edit = editOf(row, { path, content: kept, base: row.base_content });
    return [{ ...edit, endsConflict: true, ...(keep === 'branch' && { movedFrom: undefined, keepsReplaced: true }) }];
  });
  return showSaved(deps, edited, { path, content: kept });
}

/** Restores a file to its content in the base commit, and a moved file to its old path. @returns the changed paths */
export async function restoreFile(
  deps: DraftDeps,
  opened: OpenBranch,
  path: string,
): Promise<Edited & { readonly changedFiles: readonly string[] }> {
  let changedFiles: string[] = [];
  const edited = await editDraft(deps, opened, [path], (files) => {
    const row = files.get(path);
    if (row === undefined) throw draftFileNotFound(path);
    const source = row.moved_from === null ? undefined : files.get(row.moved_from);
    const rows = source === undefined ? [row] : [row, source];
    changedFiles = rows.map((file) => file.path);
    return rows.map((file): FileEdit => {
      // A moved file's base is the base of its old path.
      const base = file.moved_from === null ? file.base_content : null;
      return { path: file.path, content: base, base, endsConflict: true, keepsReplaced: true };
    });
  });
  return { ...edited, changedFiles };
}

/** Returns an edit of a file. Editing a moved file preserves the path from which it was moved. */
export function editOf(
  row: DraftFileRow | undefined,
  { path, content, base }: { readonly path: string; readonly content: Bytes; readonly base: Bytes },
): FileEdit {
  if (row === undefined) return { path, content, base };
  // A moved file that is deleted doesn't exist in the base commit.
  if (row.moved_from !== null && content === null) return { path, content, base: null };
  return { path, content, base: row.base_content, movedFrom: row.moved_from ?? undefined };
}

/** Reads the file in the base commit. It is read from git only if the draft doesn't change it. */
export async function readCurrent(
  { database }: DraftDeps,
  opened: OpenBranch,
  path: string,
): Promise<{ readonly base: Bytes; readonly isInDraft: boolean }> {
  requireReadable(path);
  const { draft } = opened;
  const row = draft === undefined ? undefined : await selectFile(database.kysely, draft.id, path);
  if (row !== undefined) return { base: row.moved_from === null ? row.base_content : null, isInDraft: true };
  return { base: await readBaseFile(opened, path), isInDraft: false };
}

export async function readBaseText(opened: OpenBranch, path: string): Promise<string | null | undefined> {
  const bytes = await readBaseFile(opened, path);
  return bytes === null ? undefined : (decodeText(bytes) ?? null);
}

const textFile = /\.(?:mdx?|css|csv|svg|json|ya?ml|txt|[jt]sx|js)$/i;

function decodeBody(path: string, { content, encoding }: PutDraftFileBody): Buffer {
  if (encoding !== 'base64') return requireSize(path, Buffer.from(content), maxDraftFileBytes);
  const bytes = requireSize(path, requireBase64(path, content), maxDraftMediaBytes);
  // Content that is sent as text can't contain NUL either.
  if (textFile.test(path) && bytes.includes(0))
    throw draftFileRefused(`The content of ${quote(path)} contains the character NUL. Remove it, then save the file.`);
  return bytes;
}

/** @throws ApiError draft_file_refused */
export function requireBase64(name: string, content: string): Buffer {
  const bytes = decodeBase64(content);
  if (bytes === undefined) throw draftFileRefused(`The content of ${quote(name)} is not Base64.`);
  return bytes;
}

export function requireSize(name: string, bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.byteLength <= maxBytes) return bytes;
  throw draftFileRefused(
    `${quote(name)} would have ${bytes.byteLength.toLocaleString('en')} bytes; at most ${maxBytes.toLocaleString('en')} are allowed. Nothing was saved.`,
  );
}

/**
 * Names that differ only in case can't be checked out together on every file system.
 * @throws ApiError draft_file_refused
 */
async function requireUntakenName({ database }: DraftDeps, opened: OpenBranch, path: string): Promise<void> {
  const { baseCommit, draft, project } = opened;
  const { mirror } = requireRepository(opened);
  const { files } = await withRepository(() => mirror.listFiles(baseCommit, project.docs_folder));
  const paths = new Set(files.map((file) => file.path));
  for (const row of draft === undefined ? [] : await selectPaths(database.kysely, draft.id)) {
    if (row.kind === 'delete') paths.delete(row.path);
    else paths.add(row.path);
  }
  const folded = path.toLowerCase();
  const taken = paths.values().find((other) => other.normalize('NFC').toLowerCase() === folded);
  if (taken !== undefined)
    throw draftFileRefused(`The file ${quote(taken)} already exists, and its name differs only in case.`);
}

async function showSaved(
  { database }: DraftDeps,
  { draft, version }: Edited,
  { path, content }: { readonly path: string; readonly content: Bytes },
): Promise<SavedDraftFile> {
  const row = draft === undefined ? undefined : await selectFile(database.kysely, draft.id, path);
  return {
    path,
    change: row === undefined ? null : changeOf(row),
    version: versionOf(content),
    draftVersion: version,
  };
}
