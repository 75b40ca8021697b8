import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noUsage, type TurnEvent } from '../turn/turn-event.ts';
import { AnswerRecording } from './answer-recording.ts';

const text = (word: string): TurnEvent => ({ type: 'text', text: word });
const end: TurnEvent = { type: 'end', outcome: 'answered', usage: noUsage };
const never = new AbortController().signal;

test('the first words are sent immediately, and words that arrive close together are sent together', async () => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  const recording = new AnswerRecording(1_000);
  void recording.run(
    async function* () {
      yield text('First');
      await isRead;
      for (const word of [' two', ' three', ' four']) yield text(word);
      yield end;
    },
    () => undefined,
  );
  const sent: TurnEvent[] = [];
  for await (const event of recording.read(never)) {
    sent.push(event);
    read();
  }
  assert.deepEqual(sent, [text('First'), text(' two three four'), end]);
  assert.deepEqual(await Array.fromAsync(recording.read(never)), [text('First two three four'), end]);
});
