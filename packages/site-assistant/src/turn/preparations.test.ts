import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Preparations } from './preparations.ts';

test('two questions are prepared at a time, in the order in which they were asked, and one that fails makes room', async () => {
  const preparations = new Preparations();
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const prepare = (question: number) =>
    preparations.run(async () => {
      begun.push(question);
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      if (question === 1) throw new Error('no such page');
      return question;
    });
  const results = await Promise.allSettled([0, 1, 2, 3, 4].map(prepare));
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
    [0, 'Error: no such page', 2, 3, 4],
  );
  assert.deepEqual([begun, most], [[0, 1, 2, 3, 4], 2]);
});

test('whoever waits for the thread comes between two questions', async () => {
  const preparations = new Preparations();
  const order: string[] = [];
  const questions = ['a', 'b', 'c', 'd'].map((question) => preparations.run(async () => void order.push(question)));
  // As the word of another answer, or a page: what was there before a question's turn came.
  setImmediate(() => order.push('page'));
  await Promise.all(questions);
  assert.ok(order.indexOf('page') < order.indexOf('c'), order.join(' '));
});
