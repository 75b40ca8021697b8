import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChange } from './find-change.ts';

test('only the differing part is replaced', () => {
  assert.deepEqual(findChange('one two three', 'one 2 three'), { from: 4, to: 7, insert: '2' });
  assert.deepEqual(findChange('aa', 'aaa'), { from: 2, to: 2, insert: 'a' });
  assert.deepEqual(findChange('abc', ''), { from: 0, to: 3, insert: '' });
  assert.equal(findChange('same', 'same'), undefined);
});

test('characters outside the basic plane are replaced as a whole', () => {
  assert.deepEqual(findChange('a😀b', 'a😁b'), { from: 1, to: 3, insert: '😁' });
  assert.deepEqual(findChange('😀', '🨀'), { from: 0, to: 2, insert: '🨀' });
  assert.deepEqual(findChange('😀😁', '😀'), { from: 2, to: 4, insert: '' });
});
