import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaitServer } from './await-server.ts';

function openSearch() {
  const [server, index, slow] = [
    Promise.withResolvers<string>(),
    Promise.withResolvers<string>(),
    Promise.withResolvers<void>(),
  ];
  const shown: string[] = [];
  const stop = new AbortController();
  let searched = 0;
  const searchIndex = (): Promise<string> => {
    searched += 1;
    return index.promise;
  };
  const { signal } = stop;
  const answer = awaitServer({ ask: () => server.promise, searchIndex, signal, isSlow: slow.promise }, (one) => {
    shown.push(one);
  });
  const isIndexAsked = (): number => searched;
  return { server, index, slow, stop, shown, answer, isIndexAsked };
}

/** Lets everything run that doesn't wait for the test. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('results of the index are shown while the server is slow, and replaced by its answer', async () => {
  const { server, index, slow, shown, answer } = openSearch();
  slow.resolve();
  index.resolve('public pages');
  await settle();
  assert.deepEqual(shown, ['public pages']);
  server.resolve('pages of the group');
  assert.equal(await answer, 'pages of the group');
});

test('results of the index are not even computed if the server answers first', async () => {
  const { server, slow, shown, answer, isIndexAsked } = openSearch();
  server.resolve('pages of the group');
  assert.equal(await answer, 'pages of the group');
  slow.resolve();
  await settle();
  assert.deepEqual([shown, isIndexAsked()], [[], 0]);
});

test('results of the index that arrive after the answer are not shown', async () => {
  const { server, index, slow, shown, answer } = openSearch();
  slow.resolve();
  await settle();
  server.resolve('pages of the group');
  assert.equal(await answer, 'pages of the group');
  index.resolve('public pages');
  await settle();
  assert.deepEqual(shown, []);
});

test('the index answers if the server fails, and is searched once', async () => {
  const { server, index, slow, answer, isIndexAsked } = openSearch();
  slow.resolve();
  index.resolve('public pages');
  await settle();
  server.reject(new Error('503'));
  assert.equal(await answer, 'public pages');
  assert.equal(isIndexAsked(), 1);
});

test('the index is not searched for a query that a later one has replaced', async () => {
  const { server, slow, stop, answer, isIndexAsked } = openSearch();
  stop.abort(new Error('replaced'));
  server.reject(stop.signal.reason);
  await assert.rejects(answer, /replaced/);
  slow.resolve();
  await settle();
  assert.equal(isIndexAsked(), 0);
});
