import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSuperlinear } from './measure-growth.ts';

const hostile = '<!-- a --';

/** Uses this many milliseconds of processor time for text of the hostile alphabet, and none for others. */
const working = (millisecondsOf: (length: number) => number) => (text: string) => {
  if (!text.startsWith(hostile)) return;
  const before = process.cpuUsage();
  const microseconds = 1000 * millisecondsOf(text.length);
  for (let taken = 0; taken < microseconds;) {
    // Reads the clock rarely: each reading is a system call.
    for (let turn = 0; turn < 100_000; turn += 1);
    const { user, system } = process.cpuUsage(before);
    taken = user + system;
  }
};

test('quadratic growth is found, and linear growth is not', () => {
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
