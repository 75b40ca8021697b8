import { createHash } from 'node:crypto';
import type { ForwardedQuestion, ForwardedTurn } from '@docwright/site-server';
import type { Queryable } from '../../../platform/database/index.ts';
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

/** Limit per project in 24 hours, including questions to its live site. */
export const maxQuestionsOfDay = 5_000;
const dayMs = 86_400_000;

/**
 * Stores a question from a host of the operator, or a vote on an answer, as if it had been asked on the live site: for
 * the project's retention, or not at all if it stores no conversations.
 *
 * 1. A repeated ID changes nothing, and neither does an earlier vote after a later one.
 * 2. A thread of a host is separate in each project, and a reader of the live site can't name it.
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

/** Returns the key of a host's thread, according to rule 2. */
const threadKeyOfHost = (projectId: string, thread: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['assistant thread of a host', projectId, thread]))
    .digest('base64url');
