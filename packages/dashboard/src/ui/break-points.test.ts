import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBreakable } from './break-points.ts';

test('a name can be broken only after its separators', () => {
  assert.deepEqual(toBreakable('_docwright-challenge.docs.example.com'), [
    '_',
    'docwright-',
    'challenge.',
    'docs.',
    'example.',
    'com',
  ]);
  assert.deepEqual(toBreakable('https://a.b/c'), ['https://', 'a.', 'b/', 'c']);
  assert.deepEqual(toBreakable('plain'), ['plain']);
  assert.deepEqual(toBreakable(''), ['']);
});
