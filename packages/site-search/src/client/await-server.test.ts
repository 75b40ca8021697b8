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

/** Runs all pending work that doesn't wait for the test. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('index results are shown while the server is slow, and then replaced with the server’s answer', async () => {
  const { server, index, slow, shown, answer } = openSearch();
  slow.resolve();
  index.resolve('public pages');
  await settle();
  assert.deepEqual(shown, ['public pages']);
  server.resolve('pages of the group');
  assert.equal(await answer, 'pages of the group');
});

test('index results aren’t computed if the server answers first', async () => {
  const { server, slow, shown, answer, isIndexAsked } = openSearch();
  server.resolve('pages of the group');
  assert.equal(await answer, 'pages of the group');
  slow.resolve();
  await settle();
  assert.deepEqual([shown, isIndexAsked()], [[], 0]);
});

test('index results that arrive after the server’s answer aren’t shown', async () => {
  const { server, index, slow, shown, answer } = openSearch();
  slow.resolve();
  await settle();
  server.resolve('pages of the group');
  assert.equal(await answer, 'pages of the group');
  index.resolve('public pages');
  await settle();
  assert.deepEqual(shown, []);
});

test('if the server fails, index results are shown, and the index is searched once', async () => {
  const { server, index, slow, answer, isIndexAsked } = openSearch();
  slow.resolve();
  index.resolve('public pages');
  await settle();
  server.reject(new Error('503'));
  assert.equal(await answer, 'public pages');
  assert.equal(isIndexAsked(), 1);
});

test('the index isn’t searched for a query that a later query has replaced', async () => {
  const { server, slow, stop, answer, isIndexAsked } = openSearch();
  stop.abort(new Error('replaced'));
  server.reject(stop.signal.reason);
  await assert.rejects(answer, /replaced/);
  slow.resolve();
  await settle();
  assert.equal(isIndexAsked(), 0);
});
