import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UseWindows } from './use-windows.ts';

function openWindows() {
  const time = { ms: 5_000 };
  const windows = [
    { uses: 2, windowMs: 1_000 },
    { uses: 3, windowMs: 10_000 },
  ];
  return { time, windows: new UseWindows(windows, () => time.ms) };
}

test('a refusal returns the time until the last exceeded window ends, and a refused use isn’t counted', () => {
  const { windows, time } = openWindows();
  assert.deepEqual([windows.take('a'), windows.take('a'), windows.take('b')], [0, 0, 0]);
  for (let refused = 0; refused < 5; refused += 1) assert.equal(windows.take('a'), 1_000);
  time.ms += 1_000;
  assert.equal(windows.take('a'), 0);
  assert.equal(windows.take('a'), 9_000);
});

test('several uses in one call are counted completely or not at all', () => {
  const { windows } = openWindows();
  assert.equal(windows.take('a', 3), 1_000);
  assert.equal(windows.take('a', 2), 0);
});
