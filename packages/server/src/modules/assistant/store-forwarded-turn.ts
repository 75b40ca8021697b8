import { createHash } from 'node:crypto';
import type { ForwardedQuestion, ForwardedTurn } from '@docwright/site-server';
import type { Queryable } from '../../platform/database/index.ts';
import { hasMessage, insertForwardedMessage, saveForwardedRating, type ForwardedMessage } from './forwarded-store.ts';
import type { AssistantSettingsTables } from './settings-store.ts';
import type { AssistantMessageTables } from './store.ts';
import { selectQuestionDays } from './unanswered-store.ts';

export type ForwardedOutcome =
  | 'stored'
  | 'known'
  | 'no_conversations'
  | 'too_many_questions'
  | 'too_old'
  | 'unknown_answer';

/** Of a project's 24 hours, with those that its live site was asked. */
export const maxQuestionsOfDay = 5_000;
const dayMs = 86_400_000;

/**
 * Keeps what a reader asked at a host of the operator's own, or thought of an answer, as if it had been asked at the live site: for as long
 * as the project keeps its conversations, and not at all where it keeps none.
 *
 * 1. The same id again changes nothing, and an earlier vote nothing after a later one.
 * 2. A thread of a host is another one in each project, and none that a reader of the live site could name.
 */
export async function storeForwardedTurn(
  db: Queryable<AssistantMessageTables & AssistantSettingsTables>,
  projectId: string,
  { turn, nowMs }: { readonly turn: ForwardedTurn; readonly nowMs: number },
): Promise<ForwardedOutcome> {
  const days = await selectQuestionDays(db, projectId);
  if (days === null) return 'no_conversations';
  if (turn.atMs < nowMs - days * dayMs) return 'too_old';
  const threadKey = threadKeyOfHost(projectId, turn.thread);
  if (turn.kind === 'question') return storeQuestion(db, toMessage(turn, { projectId, threadKey }));
  const { answerId, id: voteId, rating } = turn;
  const outcome = await saveForwardedRating(db, { threadKey, answerId, voteId, rating });
  return outcome === 'unknown' ? 'unknown_answer' : outcome;
}

async function storeQuestion(
  db: Queryable<AssistantMessageTables>,
  message: ForwardedMessage,
): Promise<ForwardedOutcome> {
  if (await insertForwardedMessage(db, message, maxQuestionsOfDay)) return 'stored';
  return (await hasMessage(db, message)) ? 'known' : 'too_many_questions';
}

function toMessage(
  { id: messageId, atMs, sources, visitor: asker, ...turn }: ForwardedQuestion,
  place: Pick<ForwardedMessage, 'projectId' | 'threadKey'>,
): ForwardedMessage {
  const { path, question, answerId, answer, outcome, model, inputTokens, outputTokens } = turn;
  const pages = sources.map(({ path: page, anchor, url }) => {
    const name = page === '/' ? 'index' : page.slice(1);
    return { path: name, title: name, anchor, url };
  });
  return {
    ...place,
    messageId,
    askedAt: new Date(atMs),
    path,
    question,
    answerId,
    answer,
    sources: pages,
    outcome,
    asker,
    model,
    inputTokens,
    outputTokens,
  };
}

/** 2 */
const threadKeyOfHost = (projectId: string, thread: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['assistant thread of a host', projectId, thread]))
    .digest('base64url');
