import type { CommentThread } from '@docwright/contract';
import { decodeText, readFormat, toContent, toEditedText } from '@docwright/doc-agent';
import type { Transaction } from 'kysely';
import { agentActor } from '../../agent/agent-jobs/index.ts';
import { changeDraftFile, type Bytes } from '../drafts/index.ts';
import { moveAnchors } from './anchors.ts';
import { recordComment } from './audit.ts';
import type { CommentDeps } from './comments-deps.ts';
import { notASuggestion, suggestionOutdated, threadClosed, threadNotFound } from './errors.ts';
import { showThread, type ThreadTarget } from './find-thread.ts';
import { notifyOfDecision } from './notify.ts';
import { closeRow, lockThread, selectComments, selectThread } from './store.ts';
import type { CommentTables } from './tables.ts';

/**
 * Replaces the text of a suggestion in the draft:
 *
 * 1. Draft, file and thread are locked in this order, so that a suggestion is accepted once, and nobody can save in the
 *    meantime.
 * 2. The text must be the quoted text. All other bytes of the file are unchanged.
 * 3. The author of the suggestion, who can be the agent, becomes an author of the draft.
 *
 * A suggestion that is already accepted isn't accepted again: a repeated request succeeds.
 * @throws ApiError not_found, comment_closed, suggested_change_outdated, and the errors of `changeDraftFile`
 */
export async function acceptChange(deps: CommentDeps, target: ThreadTarget): Promise<CommentThread> {
  const { project, thread } = target;
  if (thread.replacement === null) throw notASuggestion();
  if (thread.state !== 'accepted')
    await changeDraftFile(deps.drafts, target, thread.path, (tx, current) =>
      replaceText(deps, tx as unknown as Transaction<CommentTables>, target, current),
    );
  const { branch, path } =
    (await selectThread(deps.database.kysely, { projectId: project.id, id: thread.id })) ?? thread;
  return showThread(deps, { ...target, branch, thread: { ...thread, path } });
}

async function replaceText(deps: CommentDeps, tx: Transaction<CommentTables>, target: ThreadTarget, current: Bytes) {
  const { principal, project, branch, thread } = target;
  const file = await moveAnchors(tx, { projectId: project.id, branch, path: thread.path }, current);
  const locked = await lockThread(tx, thread.id);
  // The file may have been moved after the thread was read.
  if (locked === undefined || file === undefined || locked.file_id !== file.id) throw threadNotFound(thread.id);
  if (locked.state === 'accepted') return undefined;
  if (locked.state !== 'open') throw threadClosed(locked.state, 'accepted');
  const { range_from: from, range_to: to, quote, replacement } = locked;
  const raw = current === null ? undefined : decodeText(current);
  if (raw === undefined || from === null || to === null || replacement === null) throw suggestionOutdated();
  const format = readFormat(raw);
  const text = toEditedText(raw, format);
  if (text.slice(from, to) !== quote) throw suggestionOutdated();
  const [suggested] = await selectComments(tx, [thread.id]);
  if (suggested === undefined) throw threadNotFound(thread.id);
  await closeRow(tx, { id: thread.id, state: 'accepted', actor: principal.actor });
  await recordComment(tx, principal, { action: 'accepted', thread });
  await notifyOfDecision(deps, tx, { principal, thread, text: '' }, 'accepted');
  const { author_kind: kind, author_id: id, author_name: name, agent_job_id: jobId } = suggested;
  return {
    content: Buffer.from(toContent(text.slice(0, from) + replacement + text.slice(to), format)),
    coAuthor: jobId === null ? { kind, id, name } : agentActor,
  };
}
