import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWords } from './compare-words.ts';

const marked = (before: string, after: string): readonly string[] => {
  const { old, new: next } = compareWords(before, after);
  return [old, next].map(({ text, from, to }) => text.slice(from, to));
};

test('only the words that differ are marked', () => {
  assert.deepEqual(marked('The API is fast.', 'The API is very fast.'), ['', 'very ']);
  assert.deepEqual(marked('a color here', 'a colour here'), ['color', 'colour']);
  assert.deepEqual(marked('same', 'same'), ['', '']);
  assert.deepEqual(marked('gone', ''), ['gone', '']);
});
