import { createHash, randomBytes } from 'node:crypto';
import { isCodeHostError, type CodeHost } from '../../../platform/code-host/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { claimComment, releaseComment } from './store.ts';
import type { PullRequestRow, PullRequestTables } from './tables.ts';

/** Another worker is writing the same comment. The queue retries. */
export class CommentBusy extends Error {
  override readonly name = 'CommentBusy';
}

/**
 * Creates or updates the single comment on a pull request.
 *
 * C1  One writer at a time: the row is claimed for a minute.
 * C2  Its token is stored in the database before the comment is posted. Nobody else knows the token before then, so the
 *     oldest comment that contains it is the service's own, and is found even if a worker crashed between posting and
 *     recording it.
 * C3  If someone deletes it, the next push creates another.
 */
export async function saveComment(
  { database }: { readonly database: Database<PullRequestTables> },
  host: CodeHost,
  { pull, compose }: { readonly pull: PullRequestRow; readonly compose: (marker: string) => string },
): Promise<void> {
  const claimed = await claimComment(database.kysely, pull, randomBytes(16).toString('hex'));
  if (claimed === undefined) throw new CommentBusy(`the comment on #${pull.number} is already being written`);
  let { comment_id: id, comment_digest: digest } = claimed;
  try {
    const text = compose(toMarker(host, claimed.comment_token ?? ''));
    const newDigest = createHash('sha256').update(text).digest('hex');
    if (id !== null && digest === newDigest) return;
    id ??= (await host.findCommentWith(pull.number, tokenIn(claimed.comment_token ?? ''))) ?? null;
    if (id !== null && !(await change(host, { number: pull.number, id }, text))) id = null;
    id ??= (await host.comment(pull.number, text)).id;
    digest = newDigest;
  } finally {
    await releaseComment(database.kysely, pull, { id, digest });
  }
}

/** Returns false if the comment no longer exists. */
async function change(
  host: CodeHost,
  comment: { readonly number: number; readonly id: string },
  text: string,
): Promise<boolean> {
  try {
    await host.updateComment(comment, text);
    return true;
  } catch (error) {
    if (isCodeHostError(error, 'pull-request-not-found')) return false;
    throw error;
  }
}

const tokenIn = (token: string): string => `docwright:preview=${token}`;

/**
 * Returns an invisible marker with the token. Bitbucket shows HTML comments as text, but never shows an unused link
 * definition.
 */
const toMarker = ({ kind }: CodeHost, token: string): string =>
  kind === 'bitbucket' ? `[docwright]: # (${tokenIn(token)})` : `<!-- ${tokenIn(token)} -->`;
