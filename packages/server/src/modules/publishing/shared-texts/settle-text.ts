import { idPrefixes, maxDraftFileBytes } from '@docwright/contract';
import { decodeText, mergeLines, readFormat, toContent, toEditedText, type TextFormat } from '@docwright/doc-agent';
import type { Transaction } from 'kysely';
import * as Y from 'yjs';
import { newId } from '../../../platform/ids/index.ts';
import {
  changeOf,
  draftBusy,
  draftFileRefused,
  editDraft,
  editOf,
  openBranch,
  readBaseFile,
  selectDraft,
  selectFile,
  selectMovedFiles,
  StaleDraftError,
  versionOf,
  type Bytes,
  type DraftDeps,
  type DraftFileRow,
  type DraftTarget,
  type FileEdit,
  type LockedFiles,
  type OpenBranch,
} from '../drafts/index.ts';
import { listAuthors, nobody, toPrincipal, type AuthorsById } from './text-authors.ts';
import {
  deleteText,
  deleteUpdates,
  insertText,
  lockText,
  selectHead,
  selectUpdates,
  updateSaved,
  type TextHead,
} from './store.ts';
import type { SharedTextRow, SharedTextTables } from './tables.ts';
import { countParts, createDocument, loadDocument, readText, replaceText } from './text-document.ts';

export type Branch = Pick<DraftTarget, 'project' | 'branch'>;

/** A text and its file after they were settled. */
export type Settled =
  | {
      readonly kind: 'settled';
      readonly version: string | null;
      /** `undefined` if the branch has no draft. */
      readonly draftVersion: number | undefined;
      /** The draft's change to the file; null if the draft doesn't change it. */
      readonly change: DraftChangeKind | null;
      /** When the file was changed in the draft. */
      readonly fileTime: number | undefined;
    }
  /**
   * The file has no shared text, or its text has ended because the file was deleted, was moved or is no longer text.
   */
  | { readonly kind: 'ended'; readonly movedTo: string | undefined };

type DraftChangeKind = ReturnType<typeof changeOf>;

const maxAttempts = 8;

/**
 * Makes a shared text and its file in the draft the same, in one transaction that locks the draft, then the text:
 *
 * 1. The text is written into the draft in the same way as every save, with its limits, revisions, authors and audit
 *    events.
 * 2. If others changed the file in the meantime (requests, merged commits, discarded changes), their change is merged
 *    into the text. If both changed a line, both versions are kept, because nobody is asked.
 * 3. A moved file keeps the last text. A deleted file returns if its text was changed after the deletion.
 * 4. A text that can't follow its file (other line endings), or has too many parts, is replaced by a new one.
 *
 * @throws ApiError draft_repository_unavailable, draft_file_refused, draft_limit_reached, storage_quota_exceeded,
 * unavailable. The updates stay stored.
 */
export async function settleText(deps: DraftDeps, branch: Branch, path: string): Promise<Settled> {
  let isExact = false;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    try {
      return await settleOnce(deps, branch, { path, isExact });
    } catch (error) {
      if (error instanceof UncertainBranch) isExact = true;
      else if (!(error instanceof StaleDraftError)) throw error;
    }
  }
  throw draftBusy();
}

/** The file differs from the text, but possibly only because a cached commit of the branch was read. */
class UncertainBranch extends Error {
  override readonly name = 'UncertainBranch';
}

async function settleOnce(
  deps: DraftDeps,
  { project, branch }: Branch,
  { path, isExact }: { readonly path: string; readonly isExact: boolean },
): Promise<Settled> {
  const db = deps.database.kysely as unknown as Transaction<SharedTextTables>;
  const head = await selectHead(db, { projectId: project.id, branch, path });
  if (head === undefined) return { kind: 'ended', movedTo: await findMovedTo(deps, { project, branch }, path) };
  const [principal, ...coAuthors] = listAuthors(project.organization_id, head.unsaved_authors as AuthorsById);
  const target = { project, branch, principal: principal ?? toPrincipal(project.organization_id, '', nobody) };
  const opened = await openBranch(deps, target, { isExact, isSettled: true });
  const { draft } = opened;
  const row = draft === undefined ? undefined : await selectFile(db, draft.id, path);
  const base = await readBase(opened, row, path);
  if (principal !== undefined) await deps.storage.requireRoom(project.organization_id);
  const result: { ended?: { readonly movedTo: string | undefined }; content: Bytes } = {
    content: null,
  };
  const edited = await editDraft(deps, { ...opened, coAuthors }, [path], async (files, _draft, tx) => {
    const textTx = tx as unknown as Transaction<SharedTextTables>;
    const text = await lockText(textTx, head.id);
    // Another process has replaced the text.
    if (text === undefined || hasOtherAuthors(text, head)) throw new StaleDraftError();
    // Without a row, the base was read before the draft was locked.
    if (row !== undefined && !files.has(path)) throw new StaleDraftError();
    const plan = await planSettlement(textTx, text, { files, base });
    if (plan.isFromBranch && !isExact) throw new UncertainBranch();
    if (plan.content === null) {
      await deleteText(textTx, text.id);
      result.ended = { movedTo: plan.movedTo };
    } else await storeText(textTx, text, { ...plan, content: plan.content });
    result.content = plan.content === null ? null : Buffer.from(plan.content);
    return plan.edits;
  });
  if (result.ended !== undefined) return { kind: 'ended', ...result.ended };
  const saved = edited.draft === undefined ? undefined : await selectFile(db, edited.draft.id, path);
  return {
    kind: 'settled',
    version: versionOf(result.content),
    draftVersion: edited.draft?.version,
    change: saved === undefined ? null : changeOf(saved),
    fileTime: saved?.updated_at.getTime(),
  };
}

async function findMovedTo(
  { database }: DraftDeps,
  { project, branch }: Branch,
  path: string,
): Promise<string | undefined> {
  const draft = await selectDraft(database.kysely, { projectId: project.id, branch });
  const moved = draft === undefined ? [] : await selectMovedFiles(database.kysely, draft.id);
  return moved.find((file) => file.moved_from === path)?.path;
}

const hasOtherAuthors = (now: Pick<SharedTextRow, 'unsaved_authors'>, before: TextHead): boolean =>
  Object.keys(now.unsaved_authors as AuthorsById).some(
    (id) => !Object.hasOwn(before.unsaved_authors as AuthorsById, id),
  );

/** Reads the file without the draft. It isn't read from git if the draft contains it. */
async function readBase(opened: OpenBranch, row: DraftFileRow | undefined, path: string): Promise<Bytes> {
  if (row === undefined) return readBaseFile(opened, path);
  return row.moved_from === null ? row.base_content : null;
}

interface Plan {
  /** The new content of text and file; null if the text ends. */
  readonly content: string | null;
  readonly document: Y.Doc;
  readonly movedTo: string | undefined;
  readonly edits: readonly FileEdit[];
  /** Whether the branch's content replaces the text. */
  readonly isFromBranch: boolean;
  /** Whether updates or the file have changed since the text was settled. */
  readonly isChanged: boolean;
}

async function planSettlement(
  tx: Transaction<SharedTextTables>,
  text: SharedTextRow,
  { files, base }: { readonly files: LockedFiles; readonly base: Bytes },
): Promise<Plan> {
  const { path } = text;
  const updates = await selectUpdates(tx, text.id, text.state_seq);
  const document = loadDocument(
    text.state,
    updates.map(({ content }) => content),
  );
  const saved = decodeText(text.saved_content) ?? '';
  const shared = toContent(readText(document), formatOf(text));
  const row = files.get(path);
  const current = row === undefined ? base : row.content;
  const file = current === null ? undefined : decodeText(current);
  const plan = { document, movedTo: undefined, isFromBranch: false, isChanged: true };
  const write = (content: string): FileEdit => ({
    ...editOf(row, { path, content: Buffer.from(content), base }),
    keepsReplaced: file === undefined,
  });
  if (file === undefined) {
    const moved = files.values().find((one) => one.moved_from === path && one.content !== null);
    if (shared !== saved && moved === undefined)
      return { ...plan, content: requireSize(path, shared), edits: [write(shared)] }; // 3
    const edits = moved === undefined || shared === saved ? [] : [editMoved(moved, saved, shared)];
    return { ...plan, content: null, movedTo: moved?.path, edits };
  }
  const isSame = file === saved;
  const content = isSame
    ? shared
    : shared === saved
      ? file
      : mergeLines(saved, { ours: shared, theirs: file }, null).text; // 2
  return {
    ...plan,
    content: requireSize(path, content),
    edits: content === file ? [] : [write(content)],
    isFromBranch: !isSame && row === undefined,
    isChanged: !isSame || text.saved_seq < text.last_seq,
  };
}

function editMoved(moved: DraftFileRow, saved: string, shared: string): FileEdit {
  const theirs = decodeText(moved.content ?? Buffer.alloc(0)) ?? saved;
  const { text } = mergeLines(saved, { ours: shared, theirs }, null);
  return {
    path: moved.path,
    content: Buffer.from(text),
    base: moved.base_content,
    movedFrom: moved.moved_from ?? undefined,
  };
}

export const formatOf = (text: Pick<SharedTextRow, 'line_ending' | 'has_byte_order_mark'>): TextFormat => ({
  lineEnding: text.line_ending,
  hasByteOrderMark: text.has_byte_order_mark,
});

function requireSize(path: string, content: string): string {
  const bytes = Buffer.byteLength(content);
  if (bytes <= maxDraftFileBytes) return content;
  throw draftFileRefused(
    `${JSON.stringify(path)} would have ${bytes.toLocaleString('en')} bytes; at most ${maxDraftFileBytes.toLocaleString('en')} are allowed. The text is kept, but not saved in the draft.`,
  );
}

/** Reached by typing a book of 4 MiB, or by deleting every second character of a page. */
const maxParts = 100_000;

async function storeText(
  tx: Transaction<SharedTextTables>,
  text: SharedTextRow,
  { content, document, isChanged }: Pick<Plan, 'document' | 'isChanged'> & { readonly content: string },
): Promise<void> {
  const format = formatOf(text);
  const edited = toEditedText(content, format);
  const isLossless = toContent(edited, format) === content && (format.lineEnding === 'mixed' || !edited.includes('\r'));
  if (!isLossless || countParts(document) > maxParts) {
    await deleteText(tx, text.id);
    await insertText(tx, newText(text, content)); // 4
    return;
  }
  if (!isChanged) return;
  const isMerged = readText(document) !== edited;
  if (isMerged) replaceText(document, edited);
  const seq = isMerged ? text.last_seq + 1 : text.last_seq;
  await updateSaved(tx, text.id, { state: Y.encodeStateAsUpdate(document), seq, content: Buffer.from(content) });
  await deleteUpdates(tx, text.id, seq);
}

/** Returns the row of a text that begins with this content. */
export function newText(
  owner: Pick<SharedTextRow, 'organization_id' | 'project_id' | 'branch' | 'path'>,
  content: string,
): Parameters<typeof insertText>[1] {
  const { organization_id, project_id, branch, path } = owner;
  const format = readFormat(content);
  return {
    id: newId(idPrefixes.sharedText),
    organization_id,
    project_id,
    branch,
    path,
    line_ending: format.lineEnding,
    has_byte_order_mark: format.hasByteOrderMark,
    state: Buffer.from(Y.encodeStateAsUpdate(createDocument(toEditedText(content, format)))),
    saved_content: Buffer.from(content),
  };
}
