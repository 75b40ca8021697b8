import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import type { DraftDeps, DraftTarget } from './drafts-deps.ts';
import { followRemoval } from './follow-edits.ts';
import { deleteDraftRow, lockDraft } from './store.ts';

/** Discards a draft with all authors' changes. Without a draft, nothing happens. */
export async function discardDraft(
  { database, threads, settleTexts }: DraftDeps,
  { principal, project, branch }: DraftTarget,
): Promise<void> {
  // Otherwise, text that was typed in the last moments would become a new draft.
  await settleTexts({ project, branch });
  await database.kysely.transaction().execute(async (tx) => {
    const draft = await lockDraft(tx, { projectId: project.id, branch });
    if (draft === undefined) return;
    await followRemoval(threads, tx, draft);
    await deleteDraftRow(tx, draft.id);
    await recordAuditEvent(tx, principal, {
      action: 'draft.discarded',
      target: { kind: 'draft', id: draft.id, name: branch },
      details: { projectId: project.id },
    });
  });
}
