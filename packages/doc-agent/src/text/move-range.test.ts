import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findOnly, moveRange } from './move-range.ts';

const text = 'One.\n\nThe API is fast.\n\nThree.\n';

/** The text in the range of `quote` after the change. */
function moved(before: string, after: string, quote: string): string | undefined {
  const from = before.indexOf(quote);
  const range = moveRange(before, after)({ from, to: from + quote.length });
  return range === undefined ? undefined : after.slice(range.from, range.to);
}

test('a range follows its text when other lines change', () => {
  const after = `Zero.\n\n${text.replace('One.', 'First, and longer.')}More.\n`;
  assert.equal(moved(text, after, 'The API is fast.'), 'The API is fast.');
  assert.equal(moved(text, text.replace('One.\n\n', ''), 'API'), 'API');
});

test('a range grows if words are inserted inside it, but not at its ends', () => {
  assert.equal(moved(text, text.replace('is fast', 'is very fast'), 'API is fast'), 'API is very fast');
  assert.equal(moved(text, text.replace('fast.', 'fast, today.'), 'The API is fast'), 'The API is fast');
  assert.equal(moved(text, text.replace('The API', 'Often the API'), 'API is'), 'API is');
  assert.equal(moved(text, text.replace('The API is', 'An API is'), 'The API'), 'An API');
});

test('a range whose text is deleted or rewritten no longer exists', () => {
  assert.equal(moved(text, text.replace('The API is fast.\n', ''), 'The API is fast.'), undefined);
  assert.equal(moved(text, text.replace('The API is fast', 'Everything else'), 'API is fast'), undefined);
  assert.equal(moved(text, '', 'One'), undefined);
});

test('a range whose paragraph was moved is found by its text, unless the text is ambiguous', () => {
  assert.equal(moved(text, 'Three.\n\nA new paragraph in between.\n\nOne.\n\nThe API is fast.\n', 'Three.'), 'Three.');
  assert.equal(findOnly('a b a', 'a'), undefined);
  assert.equal(findOnly('aaa', 'aa'), undefined);
  assert.deepEqual(findOnly('a b', 'b'), { from: 2, to: 3 });
});

test('a range of spaces follows the spaces', () => {
  assert.deepEqual(moveRange('a\n\nb\n', 'x\n\nb\n')({ from: 2, to: 3 }), { from: 2, to: 3 });
});

test('a rewrite of 40,000 lines keeps a range outside them', () => {
  const lines = (word: string) => Array.from({ length: 40_000 }, (_, n) => `${word} ${n * 7}\n`).join('');
  assert.equal(moved(`Start.\n${lines('a')}`, `Start.\n${lines('b')}`, 'Start.'), 'Start.');
});

test('a moved range is always inside the new text', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c ', '\n', 'word', '😀', '.'), { maxLength: 30 });
  fc.assert(
    fc.property(words, words, fc.nat(), fc.nat(), (one, other, a, b) => {
      const [before, after] = [one.join(''), other.join('')];
      const [from = 0, to = 0] = [a % (before.length + 1), b % (before.length + 1)].toSorted((x, y) => x - y);
      const range = moveRange(before, after)({ from, to });
      if (range !== undefined) assert.ok(0 <= range.from && range.from <= range.to && range.to <= after.length);
    }),
    { numRuns: 2_000 },
  );
});
