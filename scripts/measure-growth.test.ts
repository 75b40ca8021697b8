import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSuperlinear } from './measure-growth.ts';

const hostile = '<!-- a --';

/** Takes so many milliseconds of processor time with a text of the hostile alphabet, and none with others. */
const working = (millisecondsOf: (length: number) => number) => (text: string) => {
  if (!text.startsWith(hostile)) return;
  const before = process.cpuUsage();
  const microseconds = 1000 * millisecondsOf(text.length);
  for (let taken = 0; taken < microseconds;) {
    // Between two looks at the clock, each a system call.
    for (let turn = 0; turn < 100_000; turn += 1);
    const { user, system } = process.cpuUsage(before);
    taken = user + system;
  }
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
