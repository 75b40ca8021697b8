import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { findSuperlinear } from './measure-growth.ts';

const hostile = '<!-- a --';

/** Is busy for so many milliseconds with a text of the hostile alphabet, and not at all with others. */
const working = (millisecondsOf: (length: number) => number) => (text: string) => {
  if (!text.startsWith(hostile)) return;
  const end = performance.now() + millisecondsOf(text.length);
  while (performance.now() < end);
};

test('time that grows with the square of a length is found, and time that grows with the length is not', () => {
  const square = findSuperlinear(
    working((length) => 30 * (length / 128) ** 2),
    128,
  );
  assert.deepEqual(
    square.map(({ alphabet, size }) => [alphabet, size]),
    [[hostile, 128]],
  );
  assert.deepEqual(
    findSuperlinear(
      working((length) => 60 * (length / 128)),
      128,
    ),
    [],
  );
});
