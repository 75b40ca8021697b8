import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findOccurrences } from './find-occurrences.ts';

function findSlowly(text: string, searched: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(searched); at !== -1; at = text.indexOf(searched, at + 1)) found.push(at);
  return found;
}

test('occurrences are the same as with indexOf, including overlapping ones', () => {
  assert.deepEqual([...findOccurrences('aaaa', 'aa')], [0, 1, 2]);
  assert.deepEqual([...findOccurrences('a😀b😀', '😀')], [1, 4]);
  assert.deepEqual([...findOccurrences('abc', '')], []);
  const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength });
  fc.assert(
    fc.property(letters(60), letters(6), (text, searched) => {
      assert.deepEqual([...findOccurrences(text, searched)], findSlowly(text, searched));
    }),
  );
});
