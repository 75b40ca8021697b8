import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeNewest } from './merge-newest.ts';

const job = (id: string, minute: number, status = 'completed') => ({
  id,
  createdAt: new Date(minute * 60_000).toISOString(),
  status,
});
const loaded = [job('c', 3, 'active'), job('b', 2), job('a', 1)];

test('a new job is listed first, a changed job is updated, and older pages are kept', () => {
  const merged = mergeNewest([job('d', 4), job('c', 3)], loaded, false);
  assert.deepEqual(
    merged.map(({ id, status }) => `${id} ${status}`),
    ['d completed', 'c completed', 'b completed', 'a completed'],
  );
});

test('rows that no longer match the filters are removed', () => {
  assert.deepEqual(
    mergeNewest([job('d', 4), job('b', 2)], loaded, false).map(({ id }) => id),
    ['d', 'b', 'a'],
  );
});

test('if the newest page is the whole list, it replaces the list', () => {
  assert.deepEqual(mergeNewest([], loaded, true), []);
});

test('until the newest page arrives, the loaded rows are shown', () => {
  assert.equal(mergeNewest(undefined, loaded, false), loaded);
});
