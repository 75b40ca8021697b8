import { maxDraftRevisionBytes, maxDraftRevisions, maxFileRevisions } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { deleteExcessRevisions, insertRevisions } from './revision-store.ts';
import type { DraftTables } from './tables.ts';

const limits = { perFile: maxFileRevisions, perDraft: maxDraftRevisions, bytes: maxDraftRevisionBytes };

export interface Replaced {
  readonly draftId: string;
  /** Files whose content becomes a revision if it is the last content of an hour or an author. */
  readonly paths: readonly string[];
  /** Files whose content always becomes a revision, because it is replaced as a whole, possibly by mistake. */
  readonly forced: readonly string[];
  /** The author of the new content; `undefined` if each file keeps its author. */
  readonly author: string | undefined;
}

/**
 * Stores the content of files that are about to be replaced as revisions. The oldest revisions above the limits are
 * deleted.
 */
export async function keepRevisions(tx: Transaction<DraftTables>, replaced: Replaced): Promise<void> {
  const { draftId, paths, forced, author } = replaced;
  let kept = 0;
  if (paths.length > 0) kept += await insertRevisions(tx, { draftId, paths, author, isForced: false });
  if (forced.length > 0) kept += await insertRevisions(tx, { draftId, paths: forced, author, isForced: true });
  if (kept > 0) await deleteExcessRevisions(tx, draftId, limits);
}
