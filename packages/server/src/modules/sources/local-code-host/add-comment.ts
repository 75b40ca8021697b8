import type { Author } from '../../foundation/audit-log/index.ts';
import type { LocalCodeHostOptions } from './context.ts';
import { keyOf, type PullRequestTarget, recordPullRequestEvent } from './record-pull-request.ts';
import { insertComment } from './store.ts';

/** Adds a comment, and returns its ID. */
export async function addComment(
  { database }: Pick<LocalCodeHostOptions, 'database'>,
  target: PullRequestTarget,
  { author, body }: { readonly author: Author; readonly body: string },
): Promise<string> {
  return database.kysely.transaction().execute(async (transaction) => {
    const id = await insertComment(transaction, keyOf(target), { author: author.actor.name, body });
    await recordPullRequestEvent(transaction, target, { author, action: 'commented', details: { commentId: id } });
    return id;
  });
}
