import type { CommentThread } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { hasScope, type Principal } from '../../../platform/http/index.ts';
import { recordComment } from './audit.ts';
import type { CommentDeps } from './comments-deps.ts';
import { isASuggestion, notASuggestion, threadClosed, threadNotFound, threadNotOwn } from './errors.ts';
import { showThread, type ThreadTarget } from './find-thread.ts';
import { notifyOfDecision } from './notify.ts';
import { closeRow, lockThread, reopenRow, selectComments } from './store.ts';
import type { CommentTables, ThreadRow } from './tables.ts';

type Tx = Transaction<CommentTables>;

/** @throws ApiError not_found, comment_not_own, comment_closed */
export async function resolveThread(deps: CommentDeps, target: ThreadTarget): Promise<CommentThread> {
  return change(deps, target, 'resolved', async (tx, thread) => {
    if (thread.replacement !== null) throw isASuggestion();
    await closeRow(tx, { id: thread.id, state: 'resolved', actor: target.principal.actor });
  });
}

/** @throws ApiError not_found, comment_not_own, comment_closed */
export async function rejectChange(deps: CommentDeps, target: ThreadTarget, reason: string): Promise<CommentThread> {
  const { principal } = target;
  return change(deps, target, 'rejected', async (tx, thread) => {
    if (thread.replacement === null) throw notASuggestion();
    await closeRow(tx, { id: thread.id, state: 'rejected', actor: principal.actor, reason });
    await notifyOfDecision(deps, tx, { principal, thread: target.thread, text: reason }, 'rejected');
  });
}

/** @throws ApiError not_found, comment_not_own, comment_closed */
export async function reopenThread(deps: CommentDeps, target: ThreadTarget): Promise<CommentThread> {
  return change(deps, target, 'open', async (tx, thread) => {
    if (thread.state === 'accepted') throw threadClosed(thread.state, 'reopened');
    await reopenRow(tx, thread.id);
  });
}

const actionOf = { open: 'reopened', resolved: 'resolved', rejected: 'rejected' } as const;

/** Changes a thread's state. If the thread already has the state, it is not changed, so a repeated request succeeds. */
async function change(
  deps: CommentDeps,
  target: ThreadTarget,
  state: 'open' | 'resolved' | 'rejected',
  work: (tx: Tx, thread: ThreadRow) => Promise<void>,
): Promise<CommentThread> {
  const { principal, thread } = target;
  await deps.database.kysely.transaction().execute(async (tx) => {
    const locked = await lockThread(tx, thread.id);
    if (locked === undefined) throw threadNotFound(thread.id);
    await requireMayClose(tx, principal, thread.id);
    if (locked.state === state) return;
    if (state !== 'open' && locked.state !== 'open') throw threadClosed(locked.state, actionOf[state]);
    await work(tx, locked);
    await recordComment(tx, principal, { action: actionOf[state], thread });
  });
  return showThread(deps, target);
}

/** @throws ApiError comment_not_own */
async function requireMayClose(tx: Tx, principal: Principal, threadId: string): Promise<void> {
  if (hasScope(principal, 'content:write')) return;
  const [first] = await selectComments(tx, [threadId]);
  const { kind, id } = principal.actor;
  if (first?.author_kind !== kind || first.author_id !== id) throw threadNotOwn();
}
