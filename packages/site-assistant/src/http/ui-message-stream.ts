/** A turn as the AI SDK's UI message stream (majors 5 to 7), and as one JSON answer. */
import type { AnswerSource } from '../answer/read-pages.ts';
import type { TurnEvent, TurnOutcome } from '../turn/turn-event.ts';

export interface MessageIds {
  readonly threadId: string;
  /** ID of the answer. */
  readonly messageId: string;
}

/** Converts events to server-sent events with one chunk each. */
export async function* toUiMessageStream(
  events: AsyncIterable<TurnEvent>,
  { messageId }: MessageIds,
): AsyncGenerator<string> {
  const line = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`;
  const text = 'answer';
  yield line({ type: 'start', messageId }) + line({ type: 'start-step' }) + line({ type: 'text-start', id: text });
  let outcome: TurnOutcome = 'failed';
  for await (const event of events) {
    if (event.type === 'text') yield line({ type: 'text-delta', id: text, delta: event.text });
    else if (event.type === 'source') {
      const { url, title } = event.source;
      yield line({ type: 'source-url', sourceId: url, url, title });
    } else outcome = event.outcome;
  }
  const end = line({ type: 'text-end', id: text }) + line({ type: 'finish-step' });
  yield `${end}${line({ type: 'finish', messageMetadata: { outcome } })}data: [DONE]\n\n`;
}

export interface WholeAnswer extends MessageIds {
  readonly text: string;
  readonly sources: readonly AnswerSource[];
  readonly outcome: TurnOutcome;
}

export async function toWholeAnswer(events: AsyncIterable<TurnEvent>, ids: MessageIds): Promise<WholeAnswer> {
  let text = '';
  let outcome: TurnOutcome = 'failed';
  const sources: AnswerSource[] = [];
  for await (const event of events) {
    if (event.type === 'text') text += event.text;
    else if (event.type === 'source') sources.push(event.source);
    else outcome = event.outcome;
  }
  return { ...ids, text, sources, outcome };
}
