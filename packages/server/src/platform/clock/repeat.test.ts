import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { repeat } from './repeat.ts';

/** Creates work whose rounds the test ends. */
function controlled() {
  const rounds: { readonly signal: AbortSignal; readonly end: PromiseWithResolvers<void> }[] = [];
  let begun = Promise.withResolvers<void>();
  return {
    rounds,
    begin: async () => {
      await begun.promise;
      begun = Promise.withResolvers();
    },
    work: (signal: AbortSignal): Promise<void> => {
      const end = Promise.withResolvers<void>();
      rounds.push({ signal, end });
      begun.resolve();
      return end.promise;
    },
  };
}

describe('repeated work', () => {
  test('starts immediately, and again after each round has ended, with or without an error', async () => {
    const { rounds, work, begin } = controlled();
    const errors: unknown[] = [];
    const repetition = repeat(work, { everyMs: 1, onError: (error) => errors.push(error) });
    assert.equal(rounds.length, 1);
    await begin();
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(rounds.length, 1);
    rounds[0]?.end.reject(new Error('away'));
    await begin();
    assert.deepEqual(errors.map(String), ['Error: away']);
    rounds[1]?.end.resolve();
    await begin();
    rounds[2]?.end.resolve();
    await repetition.stop();
    assert.equal(errors.length, 1);
  });

  test('is asked to stop, awaited, and not started again', async () => {
    const { rounds, work } = controlled();
    const errors: unknown[] = [];
    const repetition = repeat(work, { everyMs: 1, onError: (error) => errors.push(error) });
    let isStopped = false;
    const stopped = repetition.stop().then(() => {
      isStopped = true;
    });
    assert.equal(rounds[0]?.signal.aborted, true);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isStopped, false);
    rounds[0].end.reject(new Error('aborted'));
    await stopped;
    assert.equal(rounds.length, 1);
    assert.deepEqual(errors, []);
  });

  test('stops between two rounds without waiting for the next', async () => {
    let rounds = 0;
    const repetition = repeat(() => Promise.resolve(void (rounds += 1)), {
      everyMs: 2 ** 30,
      onError: (error) => assert.fail(String(error)),
    });
    await new Promise((resolve) => setImmediate(resolve));
    await repetition.stop();
    assert.equal(rounds, 1);
  });
});
