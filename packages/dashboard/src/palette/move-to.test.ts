import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveTo } from './move-to.ts';

test('arrow keys wrap around, page keys stop at the ends, and the field handles other keys', () => {
  assert.deepEqual([moveTo('ArrowDown', 2, 3), moveTo('ArrowUp', 0, 3)], [0, 2]);
  assert.deepEqual([moveTo('PageDown', 1, 3), moveTo('PageUp', 2, 3)], [2, 0]);
  for (const key of ['Home', 'ArrowLeft', 'a']) assert.equal(moveTo(key, 1, 3), undefined, key);
});

test('keys select nothing if the list is empty', () => {
  assert.equal(moveTo('ArrowDown', -1, 0), undefined);
});
