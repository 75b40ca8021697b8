import type { AnswerSource, TurnEvent } from '@docwright/site-assistant';
import type { UseWindows } from '@docwright/site-server';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import {
  releaseMessage,
  saveAnswer,
  type AssistantMessageTables,
  type NewMessage,
  type StoredAnswer,
} from './store.ts';

/** Longer answers are returned but not stored. */
const maxStoredChars = 200_000;
/** Size of a message's row and indexes, in addition to its question and answer. */
const rowBytes = 1_000;

export interface KeepDeps {
  readonly db: Queryable<AssistantMessageTables>;
  readonly log: Logger;
  /** Number of bytes that can still be stored for each project today. */
  readonly storedBytes: UseWindows;
}

/**
 * Passes on the events of a turn. The turn is stored before its end is reported; if it can't be stored, the claim on
 * the message is released.
 */
export async function* keepAnswer(
  { db, log, storedBytes }: KeepDeps,
  claim: Pick<NewMessage, 'projectId' | 'question' | 'threadKey' | 'messageId' | 'answerId'>,
  events: AsyncIterable<TurnEvent>,
): AsyncGenerator<TurnEvent> {
  const texts: string[] = [];
  const sources: AnswerSource[] = [];
  let isKept = false;
  try {
    for await (const event of events) {
      if (event.type === 'text') texts.push(event.text);
      else if (event.type === 'source') sources.push(event.source);
      else if (event.outcome !== 'stopped') {
        const { outcome, usage } = event;
        const answer = { text: toStorable(texts.join('')), sources, outcome, usage };
        isKept = await save(answer);
      }
      yield event;
    }
  } finally {
    if (!isKept)
      await releaseMessage(db, claim).catch((err: unknown) => log.warn({ err }, 'a claim could not be released'));
  }

  async function save(answer: Parameters<typeof saveAnswer>[2]): Promise<boolean> {
    if (answer.text.length > maxStoredChars) return false;
    const { projectId, question } = claim;
    const bytes = Buffer.byteLength(`${question}${answer.text}${JSON.stringify(answer.sources)}`) + rowBytes;
    if (storedBytes.take(projectId, bytes) > 0) {
      log.info(
        { site: projectId, bytes },
        "the project's daily limit on stored questions is reached; an answer was not stored",
      );
      return false;
    }
    try {
      await saveAnswer(db, claim, answer);
      return true;
    } catch (err) {
      // The reader has the answer.
      log.warn({ err }, 'an assistant answer could not be stored');
      return false;
    }
  }
}

/** Removes or replaces characters that a model can write but PostgreSQL can't store. */
const toStorable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/** Replays a stored answer as the turn returned it. */
export async function* replayAnswer({ text, sources, outcome }: StoredAnswer): AsyncGenerator<TurnEvent> {
  for (const source of sources) yield { type: 'source', source };
  yield { type: 'text', text };
  yield { type: 'end', outcome, usage: { model: '', inputTokens: 0, outputTokens: 0 } };
}
