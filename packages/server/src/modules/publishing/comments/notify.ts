import type { Transaction } from 'kysely';
import type { Principal } from '../../../platform/http/index.ts';
import type { CommentDeps, CommentNotice } from './comments-deps.ts';
import { notReader } from './errors.ts';
import { selectComments, selectNames, selectRoles, type PlacedThread } from './store.ts';
import type { CommentRow, CommentTables } from './tables.ts';

type Tx = Transaction<CommentTables>;

/**
 * Returns the people to mention, without duplicates.
 * @throws ApiError invalid_request: if someone isn't a member
 */
export async function requireReaders(
  tx: Tx,
  organizationId: string,
  mentions: readonly string[] = [],
): Promise<readonly string[]> {
  const ids = [...new Set(mentions)];
  const roles = await selectRoles(tx, { organizationId, ids });
  // Every role can read the content of all projects; notifications check the scope again.
  const unknown = mentions.findIndex((id) => !roles.has(id));
  if (unknown !== -1) throw notReader(unknown);
  return ids;
}

export type NotifiedThread = Pick<PlacedThread, 'id' | 'project_id' | 'path' | 'replacement'>;

interface Written {
  readonly principal: Principal;
  readonly thread: NotifiedThread;
  readonly text: string;
  /** The people whom the comment mentions for the first time. */
  readonly mentions: readonly string[];
}

/** Notifies mentioned people, then the other participants. Nobody is notified twice, and the author isn't notified. */
export async function notifyOfComment(
  { notify }: CommentDeps,
  tx: Tx,
  { principal, thread, text, mentions }: Written,
  comments: readonly Pick<CommentRow, 'author_kind' | 'author_id' | 'mentions'>[],
): Promise<void> {
  const author = await nameOf(tx, principal);
  const about = { text, threadId: thread.id, projectId: thread.project_id, organizationId: principal.organizationId };
  const notified = new Set([principal.actor.id]);
  const tell = async (userId: string, kind: CommentNotice['kind'], title: string): Promise<void> => {
    if (notified.has(userId)) return;
    notified.add(userId);
    await notify(tx, { ...about, kind, userId, title });
  };
  for (const userId of mentions) await tell(userId, 'comment.mentioned', `${author} mentioned you on ${thread.path}`);
  for (const userId of listPeople(comments))
    await tell(userId, 'comment.replied', `${author} replied on ${thread.path}`);
}

/** Notifies the author of a suggestion about the decision. */
export async function notifyOfDecision(
  { notify }: CommentDeps,
  tx: Tx,
  { principal, thread, text }: Omit<Written, 'mentions'>,
  decision: 'accepted' | 'rejected',
): Promise<void> {
  const [first] = await selectComments(tx, [thread.id]);
  if (first?.author_kind !== 'user' || first.author_id === principal.actor.id) return;
  await notify(tx, {
    kind: 'comment.replied',
    organizationId: principal.organizationId,
    projectId: thread.project_id,
    threadId: thread.id,
    userId: first.author_id,
    title: `${await nameOf(tx, principal)} ${decision} ${first.agent_job_id === null ? 'your' : "the agent's"} suggestion for ${thread.path}`,
    text,
  });
}

/** Lists the users who wrote a thread's comments. */
const listPeople = (comments: readonly Pick<CommentRow, 'author_kind' | 'author_id'>[]): readonly string[] =>
  comments.flatMap(({ author_kind: kind, author_id: id }) => (kind === 'user' ? [id] : []));

async function nameOf(tx: Tx, { actor }: Principal): Promise<string> {
  return (await selectNames(tx, [actor.id])).get(actor.id)?.trim() || actor.name;
}
