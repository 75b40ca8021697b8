import type { DraftAction, PublishedDraft } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import type { DraftDeps } from './drafts-deps.ts';
import { branchExists } from './errors.ts';
import { isSameContent } from './file-bytes.ts';
import { deleteFile, selectFiles, upsertFile } from './file-store.ts';
import type { OpenBranch } from './open-branch.ts';
import { deleteDraftRow, lockDraft, selectDraft, updateDraft } from './store.ts';
import type { DraftFileRow, DraftRow, DraftTables } from './tables.ts';

export interface Publication {
  readonly files: readonly DraftFileRow[];
  readonly sha: string;
  readonly headBranch: string;
  readonly action: DraftAction;
  readonly pullRequest: PublishedDraft['pullRequest'];
}

/** Removes the published files from the draft. Changes saved after the files were read stay in the draft. */
export async function finishPublishing(
  { database, threads }: DraftDeps,
  opened: OpenBranch & { readonly draft: DraftRow },
  publication: Publication,
): Promise<void> {
  const { principal, project, branch, draft } = opened;
  const { files, sha, headBranch, action, pullRequest } = publication;
  await database.kysely.transaction().execute(async (tx) => {
    const locked = await lockDraft(tx, { projectId: project.id, branch });
    if (locked?.id === draft.id) await takeOut(tx, locked, { ...publication, isSameBranch: headBranch === branch });
    if (headBranch !== branch) await threads.filesLeft(tx, toLeft(opened, files), headBranch);
    await recordAuditEvent(tx, principal, {
      action: 'draft.published',
      target: { kind: 'draft', id: draft.id, name: branch },
      details: {
        projectId: project.id,
        action,
        branch: headBranch,
        commit: sha,
        files: files.length,
        ...(pullRequest !== null && { pullRequest: pullRequest.url }),
      },
    });
  });
}

/** Returns a branch's changed files, whose changes move to another branch. */
const toLeft = ({ project, branch }: OpenBranch, files: readonly DraftFileRow[]) => ({
  projectId: project.id,
  branch,
  paths: files.map(({ path }) => path),
});

async function takeOut(
  tx: Transaction<DraftTables>,
  draft: DraftRow,
  { files, sha, isSameBranch }: Publication & { readonly isSameBranch: boolean },
): Promise<void> {
  const published = new Map(files.map((file) => [file.path, file]));
  let left = 0;
  for (const now of await selectFiles(tx, draft.id)) {
    const before = published.get(now.path);
    if (before !== undefined && isSameContent(before.content, now.content)) {
      await deleteFile(tx, draft.id, now.path);
      continue;
    }
    left += 1;
    // The branch now has the published content, unless the content is on another branch.
    if (isSameBranch && before !== undefined)
      await upsertFile(tx, draft.id, {
        path: now.path,
        kind: now.kind,
        content: now.content,
        base_content: before.content,
        moved_from: null,
        conflict_commit: now.conflict_commit,
        updated_by: now.updated_by,
      });
  }
  if (left === 0) await deleteDraftRow(tx, draft.id);
  else await updateDraft(tx, draft.id, { isSaved: false, ...(isSameBranch && { base_commit: sha }) });
}

/** @throws ApiError branch_exists: if that branch already has a draft */
export async function moveDraftToBranch(
  { database, threads }: DraftDeps,
  opened: OpenBranch,
  newBranch: string,
): Promise<void> {
  const { principal, project, branch, draft } = opened;
  await database.kysely.transaction().execute(async (tx) => {
    const locked = draft === undefined ? undefined : await lockDraft(tx, { projectId: project.id, branch });
    if (locked !== undefined) {
      const taken =
        newBranch === branch ? undefined : await selectDraft(tx, { projectId: project.id, branch: newBranch });
      if (taken !== undefined) throw branchExists(newBranch);
      await updateDraft(tx, locked.id, {
        isSaved: false,
        branch: newBranch,
        branch_deleted_at: null,
        push_refused_at: null,
      });
      if (newBranch !== branch)
        await threads.filesLeft(tx, toLeft(opened, await selectFiles(tx, locked.id)), newBranch);
    }
    await recordAuditEvent(tx, principal, {
      action: 'draft.moved',
      target: { kind: 'draft', id: locked?.id ?? null, name: branch },
      details: { projectId: project.id, branch: newBranch },
    });
  });
}
