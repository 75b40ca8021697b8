import { createHash, randomUUID } from 'node:crypto';
import type { AssistantMessage, TurnEvent } from '@docwright/site-assistant';
import type { Database } from '../../../platform/database/index.ts';
import { messageInProgress } from './errors.ts';
import { replayAnswer } from './keep-answer.ts';
import type { RunningTurns } from './running-turns.ts';
import {
  insertMessage,
  replaceMessage,
  selectMessage,
  type AssistantMessageTables,
  type FoundMessage,
  type NewMessage,
} from './store.ts';
import { threadKeyOf, type ThreadName } from './thread-key.ts';

export interface ClaimDeps {
  readonly database: Database<AssistantMessageTables>;
  readonly turns: RunningTurns;
  readonly addressSecret: string;
}

/** An answer to create, or an existing one that is complete or in progress. */
export type Claimed =
  | { readonly kind: 'anew'; readonly answerId: string; readonly claim: Claim | undefined }
  | { readonly kind: 'known'; readonly answerId: string; readonly events: AsyncIterable<TurnEvent> };

/** The location at which the answer will be stored. */
export interface Claim extends NewMessage {
  /** The answer that this one replaces, which stays until this one starts. */
  readonly formerAnswerId: string | undefined;
}

type Asked = Omit<ThreadName, 'visitor'> & {
  readonly visitor: string | undefined;
  readonly message: AssistantMessage;
  readonly asker: string | null;
  readonly signal: AbortSignal;
};
type KnownAnswer = Extract<Claimed, { readonly kind: 'known' }>;

/** @throws ApiError assistant_message_in_progress */
export async function claimAnswer(deps: ClaimDeps, asked: Asked): Promise<Claimed> {
  const { kysely } = deps.database;
  const answerId = randomUUID();
  const row = toRow(deps, asked, answerId);
  if (row === undefined) return { kind: 'anew', answerId, claim: undefined };
  if (await insertMessage(kysely, row)) return { kind: 'anew', answerId, claim: { ...row, formerAnswerId: undefined } };
  const found = await selectMessage(kysely, row);
  if (found === undefined) throw messageInProgress(row.messageId);
  return (
    readAnswer(deps, asked, { row, found }) ?? {
      kind: 'anew',
      answerId,
      claim: { ...row, formerAnswerId: found.answerId },
    }
  );
}

/**
 * Returns an existing answer, complete or in progress, without claiming anything.
 * @throws ApiError assistant_message_in_progress
 */
export async function findAnswer(deps: ClaimDeps, asked: Asked): Promise<KnownAnswer | undefined> {
  const row = asked.message.messageId === undefined ? undefined : toRow(deps, asked, '');
  const found = row && (await selectMessage(deps.database.kysely, row));
  return row && found && readAnswer(deps, asked, { row, found });
}

/**
 * Returns `undefined` if the message was replaced, must be answered again, or was abandoned by a process that ended.
 */
function readAnswer(
  { turns }: ClaimDeps,
  { message, signal }: Asked,
  { row, found }: { readonly row: NewMessage; readonly found: FoundMessage },
): KnownAnswer | undefined {
  if (message.isRegenerated || found.isAbandoned || found.askedDigest !== row.askedDigest) return undefined;
  const { answerId, answer } = found;
  const events = answer === undefined ? turns.find(answerId)?.read(signal) : replayAnswer(answer);
  if (events === undefined) throw messageInProgress(row.messageId);
  return { kind: 'known', answerId, events };
}

/** Returns `undefined` if the message isn't stored. */
function toRow({ addressSecret }: ClaimDeps, asked: Asked, answerId: string): NewMessage | undefined {
  const { visitor, message, projectId, asker } = asked;
  if (visitor === undefined) return undefined;
  const { messageId = randomUUID(), question, currentPath: path } = message;
  return {
    threadKey: threadKeyOf(addressSecret, { ...asked, visitor }),
    messageId,
    answerId,
    projectId,
    question,
    path,
    origin: asked.kind === 'page' ? 'page' : 'api',
    asker,
    askedDigest: digestOf(message),
  };
}

/** Makes the claim exclusive. @throws ApiError assistant_message_in_progress */
export async function requireClaim({ database }: ClaimDeps, { formerAnswerId, ...row }: Claim): Promise<void> {
  if (formerAnswerId !== undefined && !(await replaceMessage(database.kysely, row, formerAnswerId)))
    throw messageInProgress(row.messageId);
}

/** Returns a message's digest: the same ID with a different question, page or selection is a different message. */
function digestOf({ question, selections, currentPath, filter }: AssistantMessage): string {
  return createHash('sha256')
    .update(JSON.stringify([question, selections, currentPath, filter]))
    .digest('base64url');
}
