import { idPrefixes, maxDraftBytes, maxDraftFiles, maxDrafts } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Principal } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import type { DraftDeps } from './drafts-deps.ts';
import { draftLimitReached } from './errors.ts';
import { isSameContent } from './file-bytes.ts';
import type { EditAuthor, FileEdit, LockedFiles } from './file-edit.ts';
import { deleteFile, selectFigures, selectFilesAt, upsertFile } from './file-store.ts';
import { followEdits } from './follow-edits.ts';
import { keepRevisions } from './keep-revisions.ts';
import { hasRevisions } from './revision-store.ts';
import type { OpenBranch } from './open-branch.ts';
import {
  countDrafts,
  deleteDraftRow,
  insertDraft,
  lockDraft,
  lockDraftsOf,
  updateDraft,
  upsertAuthor,
  type DraftName,
} from './store.ts';
import type { DraftRow, DraftTables } from './tables.ts';

export interface Edited {
  /** `undefined` if the draft no longer has changes. */
  readonly draft: DraftRow | undefined;
  readonly version: number;
}

/** A branch whose draft `principal` edits, possibly together with others. */
export interface EditedBranch extends OpenBranch {
  readonly coAuthors?: readonly Principal[];
}

export type EditPlan = (
  files: LockedFiles,
  draft: DraftRow | undefined,
  tx: Transaction<DraftTables>,
) => readonly FileEdit[] | Promise<readonly FileEdit[]>;

/** Thrown if the draft or its base commit has changed since it was read. The request is then repeated. */
export class StaleDraftError extends Error {
  override readonly name = 'StaleDraftError';
}

/** After this pause, an author's next change is recorded in the audit log as a new session. */
const sessionMs = 30 * 60_000;

/**
 * Changes a draft in one transaction. `plan` receives the current files at `paths`, and returns their edits. An empty
 * list changes nothing. The draft's other files, which can be many megabytes, aren't read. The draft is created with
 * its first change, and deleted with its last change unless it has revisions. `plan` can also write in the transaction.
 *
 * Every transaction locks in the same order, which avoids deadlocks: first the draft (or, without one, the right to
 * create it), then the rows that `plan` and the threads lock.
 *
 * Callers that store new content check the storage quota first: the check would wait for a second connection here, and
 * changes can be discarded without it.
 * @throws StaleDraftError; ApiError draft_limit_reached
 */
export async function editDraft(
  deps: DraftDeps,
  opened: EditedBranch,
  paths: readonly string[],
  plan: EditPlan,
): Promise<Edited> {
  const { database } = deps;
  const { project, branch, baseCommit } = opened;
  return database.kysely.transaction().execute(async (tx) => {
    const name = { projectId: project.id, branch };
    const found = await lockDraft(tx, name);
    if (found !== undefined && found.base_commit !== baseCommit) throw new StaleDraftError();
    if (found === undefined) await lockCreation(tx, name);
    const rows = found === undefined ? [] : await selectFilesAt(tx, found.id, paths);
    const files = new Map(rows.map((row) => [row.path, row]));
    const edits = await plan(files, found, tx);
    if (edits.length === 0) return { draft: found, version: found?.version ?? 0 };
    const draft = found ?? (await createDraft(tx, opened));
    const edited = new Set(edits.map(({ path }) => path));
    const forced = edits.filter(({ content, keepsReplaced }) => content === null || keepsReplaced === true);
    await keepRevisions(tx, {
      draftId: draft.id,
      paths: edits.filter((edit) => !forced.includes(edit)).map(({ path }) => path),
      forced: forced.map(({ path }) => path),
      author: opened.principal.actor.name,
    });
    for (const edit of edits) await applyEdit(tx, { opened, draft, files, edited, edit });
    for (const author of [opened.principal, ...(opened.coAuthors ?? [])])
      await recordAuthor(deps, tx, { opened, author, draft });
    for (const { coAuthor } of edits) if (coAuthor !== undefined) await addAuthor(tx, draft.id, coAuthor);
    await followEdits(deps.threads, tx, { opened, files, edits });
    const figures = (await selectFigures(tx, [draft.id])).get(draft.id);
    // The last change may have been undone by mistake, and its text is in the draft's history.
    if (figures === undefined && !(await hasRevisions(tx, draft.id))) {
      await deleteDraftRow(tx, draft.id);
      return { draft: undefined, version: draft.version + 1 };
    }
    if (figures !== undefined) requireWithinLimits(figures);
    const saved = await updateDraft(tx, draft.id, { isSaved: true });
    return { draft: saved, version: saved.version };
  });
}

/**
 * Prevents other transactions from creating the draft until this one ends.
 * @throws StaleDraftError if another transaction has just created it
 */
async function lockCreation(tx: Transaction<DraftTables>, name: DraftName): Promise<void> {
  await lockDraftsOf(tx, name.projectId);
  if ((await lockDraft(tx, name)) !== undefined) throw new StaleDraftError();
}

/** Creates a draft. Requires the lock of `lockCreation`. */
async function createDraft(
  tx: Transaction<DraftTables>,
  { project, branch, baseCommit }: OpenBranch,
): Promise<DraftRow> {
  if ((await countDrafts(tx, project.id)) >= maxDrafts)
    throw draftLimitReached(
      `The project has ${countOf(maxDrafts, 'draft')}, which is the limit. Publish or discard one first.`,
    );
  return insertDraft(tx, {
    id: newId(idPrefixes.draft),
    organization_id: project.organization_id,
    project_id: project.id,
    branch,
    base_commit: baseCommit,
  });
}

async function applyEdit(
  tx: Transaction<DraftTables>,
  change: {
    readonly opened: OpenBranch;
    readonly draft: DraftRow;
    readonly files: LockedFiles;
    /** Paths of all edits. */
    readonly edited: ReadonlySet<string>;
    readonly edit: FileEdit;
  },
): Promise<void> {
  const { opened, draft, files, edited, edit } = change;
  const { path, content, base, movedFrom } = edit;
  const before = files.get(path);
  const conflict = edit.endsConflict === true ? null : (before?.conflict_commit ?? null);
  if (movedFrom === undefined && isSameContent(content, base)) await deleteFile(tx, draft.id, path);
  else
    await upsertFile(tx, draft.id, {
      path,
      kind: content === null ? 'delete' : 'write',
      content: content === null ? null : Buffer.from(content),
      base_content: base === null ? null : Buffer.from(base),
      moved_from: movedFrom ?? null,
      conflict_commit: conflict,
      updated_by: opened.principal.actor.name,
    });
  if (content === null) return;
  // A page that was moved away from this path is now a new page.
  for (const file of files.values())
    if (file.moved_from === path && !edited.has(file.path))
      await upsertFile(tx, draft.id, {
        path: file.path,
        kind: file.kind,
        content: file.content,
        base_content: null,
        moved_from: null,
        conflict_commit: file.conflict_commit,
        updated_by: file.updated_by,
      });
}

const addAuthor = (
  tx: Transaction<DraftTables>,
  draftId: string,
  { kind, id, name }: EditAuthor,
): Promise<Date | undefined> => upsertAuthor(tx, { draft_id: draftId, actor_kind: kind, actor_id: id, name });

/** Records each author's first change after a pause in the audit log. */
async function recordAuthor(
  { clock }: DraftDeps,
  tx: Transaction<DraftTables>,
  { opened, author, draft }: { readonly opened: OpenBranch; readonly author: Principal; readonly draft: DraftRow },
): Promise<void> {
  const { project, branch } = opened;
  const before = await addAuthor(tx, draft.id, author.actor);
  if (before !== undefined && clock.now() - before.getTime() < sessionMs) return;
  await recordAuditEvent(tx, author, {
    action: 'draft.saved',
    target: { kind: 'draft', id: draft.id, name: branch },
    details: { projectId: project.id },
  });
}

function requireWithinLimits({ files, bytes }: { readonly files: number; readonly bytes: number }): void {
  if (files > maxDraftFiles)
    throw draftLimitReached(
      `The draft would change ${countOf(files, 'file')}; at most ${maxDraftFiles} are allowed. Publish it first.`,
    );
  if (bytes > maxDraftBytes)
    throw draftLimitReached(
      `The draft would have ${Math.ceil(bytes / 1024 / 1024)} MiB; at most ${maxDraftBytes / 1024 / 1024} MiB are allowed. Publish it first.`,
    );
}
