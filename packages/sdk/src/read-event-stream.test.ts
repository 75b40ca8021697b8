import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEventStream } from './read-event-stream.ts';

async function read(...chunks: readonly (string | Uint8Array)[]) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
  return Array.fromAsync(readEventStream(body), ({ id, type, data }) => `${id}|${type}|${data}`);
}

test('fields, comments and several lines of data are parsed according to the standard', async () => {
  assert.deepEqual(await read(': hello\nid: 1\nevent: step\ndata: a\ndata:b\nretry: 5\n\ndata\n\n'), [
    '1|step|a\nb',
    '1|message|',
  ]);
});

test('chunks may end anywhere, even inside a character or a line ending', async () => {
  const bytes = new TextEncoder().encode('data: é\r\n\r\ndata: x\r\n\r\n');
  assert.deepEqual(await read(...Array.from(bytes, (byte) => Uint8Array.of(byte))), ['|message|é', '|message|x']);
});

test('an event without data and an incomplete last event are dropped', async () => {
  assert.deepEqual(await read('event: ping\n\ndata: a\n\ndata: b\n'), ['|message|a']);
});
