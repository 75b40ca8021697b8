import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { HangWatch, longestTestMs } from './hang-watch.ts';

const event = (type: 'test:dequeue' | 'test:complete' | 'test:start', name: string) =>
  ({ type, data: { name } }) as TestEvent;

describe('a process that runs tests', () => {
  test('hangs if no test has ended for too long, and the running tests are named', () => {
    const watch = new HangWatch(0);
    for (const name of ['file', 'suite', 'quick']) watch.see(event('test:dequeue', name), 0);
    watch.see(event('test:complete', 'quick'), 1000);
    watch.see(event('test:dequeue', 'slow'), 1000);
    watch.see(event('test:start', 'quick'), 2000);
    assert.equal(watch.findHung(1000 + longestTestMs), undefined);
    assert.deepEqual(watch.findHung(1001 + longestTestMs), ['file', 'suite', 'slow']);
    watch.see(event('test:complete', 'slow'), 1001 + longestTestMs);
    assert.equal(watch.findHung(1001 + longestTestMs), undefined);
  });

  test('hangs in the remaining one of two tests with the same name', () => {
    const watch = new HangWatch(0);
    for (const type of ['test:dequeue', 'test:dequeue', 'test:complete'] as const) watch.see(event(type, 'same'), 0);
    assert.deepEqual(watch.findHung(longestTestMs + 1), ['same']);
  });
});
