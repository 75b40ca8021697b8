import type { CommentThread } from '@docwright/contract';
import { ApiError, type Principal } from '../../../platform/http/index.ts';
import { readDraftBytes, requireProject, type Bytes, type DraftTarget } from '../drafts/index.ts';
import { moveAnchors } from './anchors.ts';
import type { CommentDeps } from './comments-deps.ts';
import { threadNotFound } from './errors.ts';
import { showThreads } from './show-thread.ts';
import { selectThread, type PlacedThread } from './store.ts';

export interface ThreadTarget extends DraftTarget {
  readonly thread: PlacedThread;
}

/**
 * Finds a project's thread that the caller can use.
 * @throws ApiError not_found
 */
export async function findThread(
  { database }: CommentDeps,
  principal: Principal,
  { projectId, threadId }: { readonly projectId: string; readonly threadId: string },
): Promise<ThreadTarget> {
  const project = await requireProject({ database }, principal, projectId);
  const thread = await selectThread(database.kysely, { projectId, id: threadId });
  if (thread === undefined) throw threadNotFound(threadId);
  return { principal, project, branch: thread.branch, thread };
}

/**
 * Moves the ranges of a file's threads to its current text. If the file can't be read at present, the ranges stay the
 * same.
 */
export async function refreshFile(deps: CommentDeps, target: DraftTarget, path: string): Promise<void> {
  const bytes = await readDraftBytes(deps.drafts, target, path).catch((error: unknown): Bytes | undefined => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  if (bytes === undefined) return;
  const name = { projectId: target.project.id, branch: target.branch, path };
  await deps.database.kysely.transaction().execute((tx) => moveAnchors(tx, name, bytes));
}

/** @throws ApiError not_found: if it was deleted in the meantime */
export async function showThread({ database }: CommentDeps, { project, thread }: ThreadTarget): Promise<CommentThread> {
  const found = await selectThread(database.kysely, { projectId: project.id, id: thread.id });
  const [shown] = found === undefined ? [] : await showThreads(database.kysely, [found]);
  if (shown === undefined) throw threadNotFound(thread.id);
  return shown;
}
