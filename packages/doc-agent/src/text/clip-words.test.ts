import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clipWords } from './clip-words.ts';

test('a long line is cut after a word or a path segment, with an ellipsis', () => {
  const line = 'Append the section "Limits" to guides/quickstart.mdx';
  assert.equal(clipWords(line, line.length), line);
  assert.equal(clipWords(line, line.length - 1), 'Append the section "Limits" to guides/…');
  assert.equal(clipWords(line, 37), 'Append the section "Limits" to…');
  assert.equal(clipWords(line, 31), 'Append the section "Limits" to…');
  assert.equal(clipWords(line, 30), 'Append the section "Limits"…');
});

test('a word that fills most of the line is cut, but no surrogate pair is split', () => {
  assert.equal(clipWords('x'.repeat(50), 10), `${'x'.repeat(9)}…`);
  assert.equal(clipWords(`a ${'x'.repeat(50)}`, 10), `a ${'x'.repeat(7)}…`);
  assert.equal(clipWords('😀'.repeat(20), 10).isWellFormed(), true);
  for (const text of ['', ' ', ' '.repeat(99), '/'.repeat(99), `${'a'.repeat(9)} b`, '\u2028'.repeat(99)]) {
    assert.ok(clipWords(text, 10).length <= 10, JSON.stringify(text));
  }
});
