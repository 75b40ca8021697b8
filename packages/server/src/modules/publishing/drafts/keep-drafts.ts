import type { AnyTransaction } from '../../../platform/job-engine/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import { recordAuditEvent, systemAuthor } from '../../foundation/audit-log/index.ts';
import type { DraftThreads } from './draft-threads.ts';
import { followRemoval } from './follow-edits.ts';
import { deleteDraftRow, lockDraftById, selectAuthors, selectUntouched, updateNotified } from './store.ts';
import type { DraftTables } from './tables.ts';

export interface KeepDeps {
  readonly database: Database<DraftTables>;
  readonly clock: Clock;
}

/** A draft that is about to be removed, for one of its authors. */
export interface DraftNotice {
  readonly organizationId: string;
  readonly projectId: string;
  readonly userId: string;
  readonly branch: string;
  readonly days: number;
}

const dayMs = 86_400_000;
/** How long authors have to save or publish a draft after they are notified. */
const noticeDays = 7;
/** Maximum number of drafts per round; the next round continues. */
const atOnce = 200;

/** Notifies the authors of drafts that will be removed. Each author is notified once until the next change. */
export async function notifyAuthors(
  { database, clock }: KeepDeps,
  draftDays: number,
  notify: (tx: AnyTransaction, notice: DraftNotice) => Promise<void>,
): Promise<number> {
  const before = new Date(clock.now() - Math.max(0, draftDays - noticeDays) * dayMs);
  const drafts = await selectUntouched(database.kysely, { before, isNotified: false, limit: atOnce });
  for (const { id } of drafts)
    await database.kysely.transaction().execute(async (tx) => {
      const draft = await lockDraftById(tx, id);
      if (draft === undefined || draft.saved_at >= before || draft.notified_at !== null) return;
      for (const author of await selectAuthors(tx, [id]))
        if (author.actor_kind === 'user')
          await notify(tx, {
            organizationId: draft.organization_id,
            projectId: draft.project_id,
            userId: author.actor_id,
            branch: draft.branch,
            days: noticeDays,
          });
      await updateNotified(tx, id);
    });
  return drafts.length;
}

/** Removes drafts that nobody has changed for this long and whose authors were notified at least a week ago. */
export async function keepDrafts(
  { database, clock }: KeepDeps,
  draftDays: number,
  threads: Pick<DraftThreads, 'fileMoved' | 'lockFiles'>,
): Promise<number> {
  const before = new Date(clock.now() - draftDays * dayMs);
  const notifiedBefore = new Date(clock.now() - noticeDays * dayMs);
  let removed = 0;
  for (const { id } of await selectUntouched(database.kysely, { before, isNotified: true, limit: atOnce }))
    await database.kysely.transaction().execute(async (tx) => {
      const draft = await lockDraftById(tx, id);
      if (draft === undefined || draft.saved_at >= before) return;
      if (draft.notified_at === null || draft.notified_at > notifiedBefore) return;
      await followRemoval(threads, tx, draft);
      await deleteDraftRow(tx, id);
      await recordAuditEvent(tx, systemAuthor(draft.organization_id), {
        action: 'draft.expired',
        target: { kind: 'draft', id, name: draft.branch },
        details: { projectId: draft.project_id },
      });
      removed += 1;
    });
  return removed;
}
