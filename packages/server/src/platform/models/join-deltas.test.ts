import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { joinDeltas } from './join-deltas.ts';

const delta = (text: string, more: object = {}): LanguageModelV4StreamPart => ({
  type: 'text-delta',
  id: '1',
  delta: text,
  ...more,
});
const end: LanguageModelV4StreamPart = { type: 'text-end', id: '1' };

/** All deltas of a group are available together. The next group becomes available after they are read. */
async function* inGroups(...groups: readonly (readonly LanguageModelV4StreamPart[])[]) {
  for (const group of groups) {
    for (let turns = 0; turns < 3; turns += 1) await turn();
    yield* group;
  }
}
const join = (...groups: readonly (readonly LanguageModelV4StreamPart[])[]) =>
  Array.fromAsync(joinDeltas(inGroups(...groups)));

test('words that are available at the same time are passed on together, and no word waits for a later word', async () => {
  assert.deepEqual(await join([delta('a'), delta('b')], [delta('c')], [delta('d'), end]), [
    delta('ab'),
    delta('c'),
    delta('d'),
    end,
  ]);
});

test('words of two blocks, and words with provider metadata, aren’t joined', async () => {
  const parts = [delta('a'), delta('b', { id: '2' }), delta('c', { id: '2', providerMetadata: { p: { n: 1 } } }), end];
  assert.deepEqual(await join(parts), parts);
});

test('a stream that fails passes on the words before the error, and then the error', async () => {
  const seen: LanguageModelV4StreamPart[] = [];
  const failing = async function* () {
    yield delta('a');
    yield delta('b');
    throw new Error('gone');
  };
  await assert.rejects(async () => {
    for await (const part of joinDeltas(failing())) seen.push(part);
  }, /gone/);
  assert.deepEqual(seen, [delta('ab')]);
});

test('an abandoned stream is closed', async () => {
  let isClosed = false;
  const open = async function* () {
    try {
      yield delta('a');
      yield end;
    } finally {
      isClosed = true;
    }
  };
  for await (const part of joinDeltas(open())) if (part.type === 'text-delta') break;
  assert.equal(isClosed, true);
});
