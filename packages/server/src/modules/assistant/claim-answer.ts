import { createHash, randomUUID } from 'node:crypto';
import type { AssistantMessage, TurnEvent } from '@docwright/site-assistant';
import type { Database } from '../../platform/database/index.ts';
import { messageInProgress } from './errors.ts';
import { replayAnswer } from './keep-answer.ts';
import type { RunningTurns } from './running-turns.ts';
import { insertMessage, replaceMessage, selectMessage, type AssistantMessageTables, type NewMessage } from './store.ts';
import { threadKeyOf, type ThreadName } from './thread-key.ts';

export interface ClaimDeps {
  readonly database: Database<AssistantMessageTables>;
  readonly turns: RunningTurns;
  readonly addressSecret: string;
}

/** The answer is to be made; or it is there, whole or on its way. */
export type Claimed =
  | { readonly kind: 'anew'; readonly answerId: string; readonly claim: Claim | undefined }
  | { readonly kind: 'known'; readonly answerId: string; readonly events: AsyncIterable<TurnEvent> };

/** Where the answer is to be stored. */
export interface Claim extends NewMessage {
  /** The answer in whose place it comes, which stays until this one is begun. */
  readonly formerAnswerId: string | undefined;
}

/** @throws ApiError assistant_message_in_progress */
export async function claimAnswer(
  { database, turns, addressSecret }: ClaimDeps,
  asked: Omit<ThreadName, 'visitor'> & {
    readonly visitor: string | undefined;
    readonly message: AssistantMessage;
    readonly asker: string | null;
    readonly signal: AbortSignal;
  },
): Promise<Claimed> {
  const { visitor, message, projectId, asker, signal } = asked;
  const answerId = randomUUID();
  if (visitor === undefined) return { kind: 'anew', answerId, claim: undefined };
  const threadKey = threadKeyOf(addressSecret, { ...asked, visitor });
  const { messageId = randomUUID(), question, currentPath: path, isRegenerated } = message;
  const origin = asked.kind === 'page' ? 'page' : 'api';
  const row = {
    threadKey,
    messageId,
    answerId,
    projectId,
    question,
    path,
    origin,
    asker,
    askedDigest: digestOf(message),
  } as const;
  if (await insertMessage(database.kysely, row))
    return { kind: 'anew', answerId, claim: { ...row, formerAnswerId: undefined } };
  const found = await selectMessage(database.kysely, row);
  if (found === undefined) throw messageInProgress(messageId);
  const formerAnswerId = found.answerId;
  if (isRegenerated || found.isAbandoned || found.askedDigest !== row.askedDigest)
    return { kind: 'anew', answerId, claim: { ...row, formerAnswerId } };
  const events = found.answer === undefined ? turns.find(formerAnswerId)?.read(signal) : replayAnswer(found.answer);
  if (events === undefined) throw messageInProgress(messageId);
  return { kind: 'known', answerId: formerAnswerId, events };
}

/** Makes the claim the only one. @throws ApiError assistant_message_in_progress */
export async function requireClaim({ database }: ClaimDeps, { formerAnswerId, ...row }: Claim): Promise<void> {
  if (formerAnswerId !== undefined && !(await replaceMessage(database.kysely, row, formerAnswerId)))
    throw messageInProgress(row.messageId);
}

/** With another question, page or selection, the same id is another message. */
function digestOf({ question, selections, currentPath, filter }: AssistantMessage): string {
  return createHash('sha256')
    .update(JSON.stringify([question, selections, currentPath, filter]))
    .digest('base64url');
}
