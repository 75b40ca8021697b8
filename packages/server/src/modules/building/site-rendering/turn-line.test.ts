import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TurnLine } from './turn-line.ts';

const never = new AbortController().signal;

test('work runs sequentially, in order of arrival', async () => {
  const order: string[] = [];
  const line = new TurnLine(() => order.push('empty'));
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = line.run(never, async () => {
    await promise;
    order.push('first');
  });
  const second = line.run(never, async () => void order.push('second'));
  await Promise.resolve();
  assert.deepEqual(order, []);
  resolve();
  await Promise.all([first, second]);
  assert.deepEqual(order, ['first', 'second', 'empty']);
});

test('an error is thrown to its caller, and the next work still runs', async () => {
  const line = new TurnLine(() => undefined);
  const failed = assert.rejects(
    line.run(never, () => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await line.run(never, async () => 'done'), 'done');
  await failed;
});

test('a caller that stops waiting is released immediately, and its work never runs or delays the next caller’s', async () => {
  let empties = 0;
  const line = new TurnLine(() => (empties += 1));
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = line.run(never, () => promise);
  const stop = new AbortController();
  const order: string[] = [];
  const aborted = line.run(stop.signal, async () => void order.push('given up'));
  const third = line.run(never, async () => void order.push('third'));
  stop.abort(new Error('enough'));
  await assert.rejects(aborted, /enough/);
  assert.deepEqual([order, empties], [[], 0], 'the first is still at work');
  resolve();
  await Promise.all([first, third]);
  assert.deepEqual([order, empties], [['third'], 1]);
});

test('a caller that was aborted before it queued doesn’t wait at all', async () => {
  const line = new TurnLine(() => undefined);
  const gone = AbortSignal.abort(new Error('gone'));
  await assert.rejects(
    line.run(gone, () => assert.fail('the work was started')),
    /gone/,
  );
});
