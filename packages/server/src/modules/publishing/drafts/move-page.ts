import { maxDraftBytes, maxDraftFileBytes, maxDraftFiles, type DraftEdit } from '@docwright/contract';
import { deletePage, isToolError, movePage, resolvePolicy, Workspace, type OverlayChange } from '@docwright/doc-agent';
import type { FolderShare, HeldDocs } from '../../agent/agent-jobs/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import { editOf, readBaseText, readCurrent } from './draft-file.ts';
import { toOverlay } from './draft-overlay.ts';
import type { DraftDeps } from './drafts-deps.ts';
import { editDraft, StaleDraftError } from './edit-draft.ts';
import type { FileEdit } from './file-edit.ts';
import { draftFileChanged, draftFileNotFound, draftFileRefused } from './errors.ts';
import { isSameContent, versionOf, type Bytes } from './file-bytes.ts';
import { selectFiles } from './file-store.ts';
import { withDocs } from './hold-docs.ts';
import type { OpenBranch } from './open-branch.ts';
import { requireChangeable } from './path-rules.ts';
import type { DraftFileRow } from './tables.ts';

export interface EditPagesDeps extends DraftDeps {
  readonly folders: FolderShare;
}

/** The agent's rules for structural changes. `path-rules.ts` checks the paths of individual files. */
const policy = resolvePolicy({
  limits: {
    maxFiles: maxDraftFiles,
    maxMechanicalFiles: maxDraftFiles,
    maxPatchBytes: maxDraftBytes,
    maxMechanicalPatchBytes: maxDraftBytes,
    maxFileBytes: maxDraftFileBytes,
  },
  allowScripts: true,
});

/**
 * Moves a page, updates its navigation entry and the links to it, and adds a redirect.
 * @throws ApiError not_found, draft_file_refused
 */
export async function moveDraftPage(
  deps: EditPagesDeps,
  opened: OpenBranch,
  move: { readonly from: string; readonly to: string },
): Promise<DraftEdit> {
  return changePages(deps, opened, async (workspace) => movePage(workspace, move));
}

/**
 * Deletes a file. A page is also removed from the navigation. With `redirectTo`, links to it are changed, and its path
 * is redirected.
 * @throws ApiError not_found, draft_file_changed, draft_file_refused
 */
export async function deleteDraftPage(
  deps: EditPagesDeps,
  opened: OpenBranch,
  request: { readonly path: string; readonly version: string; readonly redirectTo?: string | undefined },
): Promise<DraftEdit> {
  const { path, version, redirectTo } = request;
  if (/\.mdx?$/i.test(path))
    return changePages(
      deps,
      opened,
      async (workspace) => ({
        to: (await deletePage(workspace, { path, ...(redirectTo !== undefined && { redirect: redirectTo }) })).path,
      }),
      { path, version },
    );
  if (path === 'docs.json' || path === 'mint.json')
    throw draftFileRefused(`${JSON.stringify(path)} is the configuration of the site and can't be deleted.`);
  const { base } = await readCurrent(deps, opened, path);
  await requireChangeable(path, { isNew: false, readText: (file) => readBaseText(opened, file) });
  const edited = await editDraft(deps, opened, [path], (files) => {
    const row = files.get(path);
    requireVersion(row === undefined ? base : row.content, { path, version });
    return [editOf(row, { path, content: null, base })];
  });
  return { path, changedFiles: [path], draftVersion: edited.version };
}

interface Seen {
  readonly path: string;
  readonly version: string;
}

function requireVersion(content: Bytes, { path, version }: Seen): void {
  if (content === null) throw draftFileNotFound(path);
  if (versionOf(content) !== version) throw draftFileChanged(path);
}

interface ChangedPage {
  readonly to: string;
  /** A moved page's previous path. */
  readonly from?: string;
}

/** Applies one of the agent's structural edits to the draft. */
async function changePages(
  deps: EditPagesDeps,
  opened: OpenBranch,
  change: (workspace: Workspace) => Promise<ChangedPage>,
  seen?: Seen,
): Promise<DraftEdit> {
  const { draft } = opened;
  return withDocs(deps.folders, opened, async (docs) => {
    const rows = draft === undefined ? [] : await selectFiles(deps.database.kysely, draft.id);
    if (seen !== undefined) requireVersion(contentOf(rows, docs, seen.path), seen);
    const workspace = new Workspace({ base: docs.base, overlay: toOverlay(rows), policy, seen: [] });
    const { from, to: path } = await change(workspace).catch(toApiError);
    const { changes } = workspace.takeChanges();
    if (changes.some(({ entry }) => entry?.kind === 'write'))
      await deps.storage.requireRoom(opened.project.organization_id);
    const paths = changes.map((one) => one.path);
    const edited = await editDraft(deps, opened, paths, (files, locked) => {
      if ((locked?.version ?? 0) !== (draft?.version ?? 0)) throw new StaleDraftError();
      const edits = listEdits(changes, { docs, files });
      return edits.map((edit) =>
        edit.path === path && edit.movedFrom === undefined ? { ...edit, renamedFrom: from } : edit,
      );
    });
    return { path, changedFiles: paths, draftVersion: edited.version };
  });
}

const contentOf = (rows: readonly DraftFileRow[], docs: HeldDocs, path: string): Bytes => {
  const row = rows.find((one) => one.path === path);
  return row === undefined ? (docs.folder.read(path) ?? null) : row.content;
};

function listEdits(
  changes: readonly OverlayChange[],
  { docs, files }: { readonly docs: HeldDocs; readonly files: ReadonlyMap<string, DraftFileRow> },
): FileEdit[] {
  return changes.map(({ path, entry }): FileEdit => {
    const row = files.get(path);
    const own = docs.folder.read(path) ?? null;
    if (entry === null) return { path, content: own, base: own };
    if (entry.kind === 'image') throw new Error('a draft has no images of agent jobs');
    const from = entry.kind === 'write' ? entry.movedFrom : undefined;
    // A page that replaces a file in the base commit is a change to that file.
    const source = from === undefined || own !== null ? undefined : (docs.folder.read(from) ?? null);
    const base = source ?? (row?.moved_from === null ? row.base_content : own);
    return {
      path,
      content: entry.kind === 'write' ? toBytes(entry.content, row) : null,
      base,
      ...(source !== undefined && source !== null && { movedFrom: from }),
    };
  });
}

function toBytes(text: string, row: DraftFileRow | undefined): Buffer {
  const bytes = Buffer.from(text);
  return row?.content !== undefined && row.content !== null && isSameContent(bytes, row.content) ? row.content : bytes;
}

/** Converts a refusal by the agent's rules to an error that people understand. */
function toApiError(error: unknown): never {
  if (!isToolError(error)) throw error;
  const words = error.message.replace('pass `redirect`', 'pass `redirectTo`');
  const message = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
  throw error.code === 'not_found'
    ? new ApiError('not_found', message, { cause: error })
    : draftFileRefused(message, { cause: error });
}
