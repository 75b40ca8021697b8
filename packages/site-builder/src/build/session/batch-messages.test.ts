import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchMessages } from './batch-messages.ts';
import { readMessages } from './message-stream.ts';

test('parts of an answer are written together; the last part and large parts are written immediately', async () => {
  const written: Uint8Array[] = [];
  const send = batchMessages(async (bytes) => void written.push(bytes));
  const large = new Uint8Array(100_000).fill(1);
  await send({ type: 'output', id: 1, path: 'a' }, 'text');
  await send({ type: 'output-reused', id: 1, path: 'b', sha256: '00' });
  assert.equal(written.length, 0);
  await send({ type: 'output', id: 1, path: 'c' }, large);
  assert.equal(written.length, 1);
  await send({ type: 'progress', id: 1, done: 1, total: 2 });
  await send({ type: 'pages', id: 1, paths: [] });
  assert.equal(written.length, 2);
  await send({ type: 'pages', id: 2, paths: ['x'] });
  assert.equal(written.length, 3);

  const read = await Array.fromAsync(readMessages(toChunks(written)));
  assert.deepEqual(
    read.map(({ header, body }) => [(header as { type: string }).type, body.byteLength]),
    [
      ['output', 4],
      ['output-reused', 0],
      ['output', 100_000],
      ['progress', 0],
      ['pages', 0],
      ['pages', 0],
    ],
  );
});

async function* toChunks(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
