import {
  maxThreadComments,
  type CommentThread,
  type CreateCommentThreadBody,
  type WriteCommentBody,
} from '@docwright/contract';
import { readFormat } from '@docwright/doc-agent';
import type { Transaction } from 'kysely';
import { answerOnce, idempotencyActor, type Answer } from '../../foundation/idempotency/index.ts';
import { commentLimit, takeUse } from '../../foundation/rate-limits/index.ts';
import { readDraftBytes, type Bytes, type DraftTarget } from '../drafts/index.ts';
import { addComment, addThread } from './add-thread.ts';
import { findQuote, toAnchoredText } from './anchors.ts';
import { recordComment } from './audit.ts';
import type { CommentDeps } from './comments-deps.ts';
import {
  commentNotFound,
  commentNotOwn,
  emptyComment,
  notText,
  sameText,
  textNotFound,
  threadNotFound,
  tooManyComments,
} from './errors.ts';
import { findThread, showThread, type ThreadTarget } from './find-thread.ts';
import { forgetFiles } from './keep-threads.ts';
import { notifyOfComment, requireReaders } from './notify.ts';
import { showThreads } from './show-thread.ts';
import {
  deleteCommentRow,
  deleteThread,
  editComment,
  emptyRow,
  lockThread,
  selectComment,
  selectComments,
  selectThread,
  touchThread,
} from './store.ts';
import type { CommentRow, CommentTables } from './tables.ts';

type Tx = Transaction<CommentTables>;

interface Once {
  readonly idempotencyKey: string | undefined;
  /** Operation and path parameters. */
  readonly operation: string;
}

/** @throws ApiError comment_text_not_found, comment_limit_reached, draft_file_refused, storage_quota_exceeded */
export async function createThread(
  deps: CommentDeps,
  target: DraftTarget,
  body: CreateCommentThreadBody,
  once: Once,
): Promise<Answer<CommentThread>> {
  if (body.text === undefined && body.replacement === undefined) throw emptyComment();
  const { project } = target;
  await deps.drafts.storage.requireRoom(project.organization_id);
  const bytes = await readDraftBytes(deps.drafts, target, body.file);
  return write(deps, target, { body, once }, (tx) => startThread(deps, tx, { target, body, bytes }));
}

async function startThread(
  deps: CommentDeps,
  tx: Tx,
  {
    target,
    body,
    bytes,
  }: { readonly target: DraftTarget; readonly body: CreateCommentThreadBody; readonly bytes: Bytes },
): Promise<CommentThread> {
  const { principal, project, branch } = target;
  const { file: path, text = '', replacement } = body;
  const mentions = await requireReaders(tx, project.organization_id, body.mentions);
  const content = toAnchoredText(bytes);
  if (content === undefined) throw notText(path);
  const [quote, suggested] = [body.quote, replacement ?? null].map((part) => toSameLines(bytes, part));
  if (typeof quote !== 'string') throw new RangeError('a thread needs a quote');
  if (quote === suggested) throw sameText();
  const range = findQuote(content, quote, body.from);
  if (typeof range === 'string') throw textNotFound(path, range === 'ambiguous');
  const place = { author: principal, project, branch, path, bytes };
  const thread = await addThread(tx, place, { range, quote, replacement: suggested ?? null, text, mentions });
  await notifyOfComment(deps, tx, { principal, thread, text: text === '' ? 'Suggests a change.' : text, mentions }, []);
  return showNow(tx, project.id, thread.id);
}

/** Converts CRLF to the editor's LF, to which ranges refer, unless the file has mixed line endings. */
function toSameLines(bytes: Bytes, part: string | null): string | null {
  const isUniform = bytes !== null && readFormat(Buffer.from(bytes).toString('utf8')).lineEnding !== 'mixed';
  return isUniform ? (part?.replaceAll('\r\n', '\n') ?? null) : part;
}

/** @throws ApiError not_found, comment_limit_reached, storage_quota_exceeded */
export async function reply(
  deps: CommentDeps,
  target: ThreadTarget,
  body: WriteCommentBody,
  once: Once,
): Promise<Answer<CommentThread>> {
  const { principal, project, thread } = target;
  await deps.drafts.storage.requireRoom(project.organization_id);
  return write(deps, target, { body, once }, async (tx) => {
    const mentions = await requireReaders(tx, project.organization_id, body.mentions);
    if ((await lockThread(tx, thread.id)) === undefined) throw threadNotFound(thread.id);
    const before = await selectComments(tx, [thread.id]);
    if (before.length >= maxThreadComments) throw tooManyComments();
    const commentId = await addComment(tx, { threadId: thread.id, author: principal, text: body.text, mentions });
    await touchThread(tx, thread.id);
    await recordComment(tx, principal, { action: 'created', thread, commentId });
    await notifyOfComment(deps, tx, { principal, thread, text: body.text, mentions }, before);
    return showNow(tx, project.id, thread.id);
  });
}

/** Runs `work` once for each `Idempotency-Key`, and counts it. @throws ApiError rate_limited */
async function write(
  { database }: CommentDeps,
  { principal }: DraftTarget,
  { body, once }: { readonly body: unknown; readonly once: Once },
  work: (tx: Tx) => Promise<CommentThread>,
): Promise<Answer<CommentThread>> {
  const { organizationId, actor } = principal;
  const { operation, idempotencyKey: key } = once;
  return database.kysely.transaction().execute((tx) =>
    answerOnce(tx, { organizationId, actor: idempotencyActor(actor), key, operation, body }, async () => {
      await takeUse(tx, commentLimit, actor.id);
      return work(tx);
    }),
  );
}

async function showNow(tx: Tx, projectId: string, id: string): Promise<CommentThread> {
  const thread = await selectThread(tx, { projectId, id });
  const [shown] = thread === undefined ? [] : await showThreads(tx, [thread]);
  if (shown === undefined) throw threadNotFound(id);
  return shown;
}

interface OwnComment {
  readonly projectId: string;
  readonly threadId: string;
  readonly commentId: string;
}

/** @throws ApiError not_found, comment_not_own, storage_quota_exceeded, rate_limited */
export async function changeComment(
  deps: CommentDeps,
  principal: DraftTarget['principal'],
  ids: OwnComment,
  body: WriteCommentBody,
): Promise<CommentThread> {
  const target = await findThread(deps, principal, ids);
  const { thread, project } = target;
  await deps.drafts.storage.requireRoom(project.organization_id);
  await deps.database.kysely.transaction().execute(async (tx) => {
    await takeUse(tx, commentLimit, principal.actor.id);
    const mentions = await requireReaders(tx, project.organization_id, body.mentions);
    const comment = await requireOwn(tx, principal, ids);
    if (comment.deleted_at !== null) throw commentNotFound(ids.commentId);
    await editComment(tx, comment.id, { text: body.text, mentions });
    await touchThread(tx, thread.id);
    await recordComment(tx, principal, { action: 'updated', thread, commentId: comment.id });
    const added = mentions.filter((id) => !comment.mentions.includes(id));
    await notifyOfComment(deps, tx, { principal, thread, text: body.text, mentions: added }, []);
  });
  return showThread(deps, target);
}

/**
 * Deletes a comment. If others have replied, the first comment loses only its text.
 * @throws ApiError not_found, comment_not_own
 */
export async function removeComment(
  deps: CommentDeps,
  principal: DraftTarget['principal'],
  ids: OwnComment,
): Promise<void> {
  const { thread } = await findThread(deps, principal, ids);
  await deps.database.kysely.transaction().execute(async (tx) => {
    const comment = await requireOwn(tx, principal, ids);
    const [first, ...replies] = await selectComments(tx, [thread.id]);
    if (first?.id !== comment.id) await deleteCommentRow(tx, comment.id);
    else if (replies.length === 0) await deleteThread(tx, thread.id);
    else await emptyRow(tx, comment.id);
    await recordComment(tx, principal, { action: 'deleted', thread, commentId: comment.id });
  });
  await forgetFiles(deps.database, [thread.file_id]);
}

async function requireOwn(
  tx: Tx,
  { actor }: DraftTarget['principal'],
  { threadId, commentId }: OwnComment,
): Promise<CommentRow> {
  if ((await lockThread(tx, threadId)) === undefined) throw threadNotFound(threadId);
  const comment = await selectComment(tx, { threadId, id: commentId });
  if (comment === undefined) throw commentNotFound(commentId);
  const isOwn = comment.author_kind === actor.kind && comment.author_id === actor.id && comment.agent_job_id === null;
  if (!isOwn) throw commentNotOwn();
  return comment;
}
