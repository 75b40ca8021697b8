import type { CommentThreadList, ThreadState } from '@docwright/contract';
import { readPage, unknownCursor } from '../../../platform/http/index.ts';
import { isBranchGone, type DraftTarget } from '../drafts/index.ts';
import type { CommentDeps } from './comments-deps.ts';
import { followDrafts } from './create-draft-threads.ts';
import { selectFileNames, selectAnyOtherBranch } from './file-store.ts';
import { refreshFile } from './find-thread.ts';
import { showThreads } from './show-thread.ts';
import { countOpen, selectThreads } from './store.ts';

const statesOf: Readonly<Record<'open' | 'closed' | 'all', readonly ThreadState[]>> = {
  open: ['open'],
  closed: ['resolved', 'accepted', 'rejected'],
  all: ['open', 'resolved', 'accepted', 'rejected'],
};

export interface ThreadQuery {
  readonly file?: string;
  readonly state?: 'open' | 'closed' | 'all';
  readonly limit?: number;
  readonly cursor?: string;
}

/** @throws ApiError invalid_request */
export async function listThreads(
  deps: CommentDeps,
  target: DraftTarget,
  { file, state = 'open', limit, cursor }: ThreadQuery,
): Promise<CommentThreadList> {
  const { kysely } = deps.database;
  const of = { projectId: target.project.id, branch: target.branch };
  const after = cursor === undefined ? 0 : requireCursor(cursor);
  if (cursor === undefined) await takeBack(deps, target);
  const select = (rows: number) => selectThreads(kysely, { ...of, file, states: statesOf[state], after, limit: rows });
  // Without threads, nothing is read from the repository.
  if (file !== undefined && (await select(1)).length > 0) await refreshFile(deps, target, file);
  const { rows, nextCursor } = await readPage(limit, select, ({ number }) => String(number));
  return { threads: await showThreads(kysely, rows), files: [...(await countOpen(kysely, of))], nextCursor };
}

function requireCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw unknownCursor(cursor);
}

/**
 * Threads on branches that were merged or deleted return to the deployment branch, whose text may contain theirs. Each
 * request checks one branch, because the check may need a request to the code host.
 */
async function takeBack(deps: CommentDeps, target: DraftTarget): Promise<void> {
  const { project, branch } = target;
  if (branch !== project.branch) return;
  const { kysely } = deps.database;
  const other = await selectAnyOtherBranch(kysely, { projectId: project.id, branch });
  if (other === undefined || !(await isBranchGone(deps.drafts, { ...target, branch: other }))) return;
  await kysely.transaction().execute(async (tx) => {
    const from = { projectId: project.id, branch: other };
    await followDrafts.filesLeft(tx, { ...from, paths: await selectFileNames(tx, from) }, branch);
  });
}
