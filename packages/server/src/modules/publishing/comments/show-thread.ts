import type { Comment, CommentAuthor, CommentThread } from '@docwright/contract';
import { agentAuthor } from '../../agent/agent-jobs/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { selectComments, selectNames, type PlacedThread } from './store.ts';
import type { CommentRow, CommentTables } from './tables.ts';

/** Converts threads to the format that clients receive, with their comments and the current names of people. */
export async function showThreads(
  db: Queryable<CommentTables>,
  threads: readonly PlacedThread[],
): Promise<CommentThread[]> {
  const comments = await selectComments(
    db,
    threads.map(({ id }) => id),
  );
  const people = new Set([
    ...comments.flatMap(({ author_id: id, mentions }) => [id, ...mentions]),
    ...threads.flatMap(({ closed_by_id: id }) => id ?? []),
  ]);
  const names = await selectNames(db, [...people]);
  return threads.map((thread) => ({
    ...showPlace(thread),
    comments: comments
      .filter(({ thread_id: id }) => id === thread.id)
      .map((comment): Comment => showComment(comment, names)),
    closedBy: showCloser(thread, names),
    closedAt: thread.closed_at?.toISOString() ?? null,
    reason: thread.reason,
    createdAt: thread.created_at.toISOString(),
    updatedAt: thread.updated_at.toISOString(),
  }));
}

function showPlace(thread: PlacedThread) {
  const { range_from: from, range_to: to, range_line: line, is_missing: isMissing } = thread;
  const isOutdated = isMissing || from === null || to === null || line === null;
  return {
    id: thread.id,
    projectId: thread.project_id,
    branch: thread.branch,
    file: thread.path,
    state: thread.state,
    quote: thread.quote,
    range: isOutdated ? null : { from, to, line },
    text: isOutdated ? null : (thread.range_text ?? thread.quote),
    replacement: thread.replacement,
  };
}

type Names = ReadonlyMap<string, string>;

function showComment(comment: CommentRow, names: Names): Comment {
  const { author_kind: kind, author_id: id, author_name: name, agent_job_id: jobId } = comment;
  const writer = { kind, id, name: nameOf(names, id) ?? name };
  return {
    id: comment.id,
    author: jobId === null ? writer : { kind: 'agent', id: jobId, name: agentAuthor.name },
    requestedBy: jobId === null ? null : writer,
    text: comment.text,
    mentions: comment.mentions.flatMap((user) => {
      const current = nameOf(names, user);
      return current === undefined ? [] : [{ id: user, name: current }];
    }),
    isDeleted: comment.deleted_at !== null,
    createdAt: comment.created_at.toISOString(),
    editedAt: comment.edited_at?.toISOString() ?? null,
  };
}

function showCloser(thread: PlacedThread, names: Names): CommentAuthor | null {
  const { closed_by_kind: kind, closed_by_id: id, closed_by_name: name } = thread;
  return kind === null || id === null || name === null ? null : { kind, id, name: nameOf(names, id) ?? name };
}

/** People without a name are shown with their email addresses. */
const nameOf = (names: Names, id: string): string | undefined => names.get(id)?.trim() || undefined;
