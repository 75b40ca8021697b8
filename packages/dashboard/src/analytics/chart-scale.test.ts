import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveBar, toBarAt, toLabeled, toLongLabel, toShortLabel, toTicks } from './chart-scale.ts';

test('the count axis has 2 to 4 integers, the last of which is at least the highest count', () => {
  assert.deepEqual(toTicks(0), [0, 1]);
  assert.deepEqual(toTicks(1), [0, 1]);
  assert.deepEqual(toTicks(20), [0, 10, 20]);
  assert.deepEqual(toTicks(1_234), [0, 500, 1_000, 1_500]);
  for (let most = 1; most < 3_000_000; most = Math.ceil(most * 1.07)) {
    const ticks = toTicks(most);
    assert.ok((ticks.at(-1) ?? 0) >= most, `${most}: ${ticks.join()}`);
    assert.ok((ticks.at(-2) ?? 0) < most, `${most}: ${ticks.join()}`);
    assert.ok(ticks.length >= 2 && ticks.length <= 4, `${most}: ${ticks.join()}`);
    assert.ok(ticks.every(Number.isInteger), `${most}: ${ticks.join()}`);
  }
});

test('the number of bar labels is limited, and the first bar always has one', () => {
  assert.deepEqual(toLabeled(7, 7), [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(toLabeled(30, 6), [0, 5, 10, 15, 20, 25]);
  for (let bars = 1; bars <= 400; bars += 1) {
    const labeled = toLabeled(bars, 6);
    assert.ok(labeled[0] === 0 && labeled.length <= 6 && labeled.every((each) => each < bars), String(bars));
  }
});

test('a position selects its bar, and a position outside the chart selects the first or last bar', () => {
  assert.deepEqual(
    [-0.2, 0, 0.099, 0.1, 0.999, 1, 3].map((fraction) => toBarAt(fraction, 10)),
    [0, 0, 0, 1, 9, 9, 9],
  );
});

test('arrow keys, Home and End move between bars and stop at the first and the last bar; other keys do nothing', () => {
  assert.deepEqual(
    [moveBar('ArrowLeft', 0, 3), moveBar('ArrowRight', 2, 3), moveBar('ArrowLeft', undefined, 3)],
    [0, 2, 1],
  );
  assert.deepEqual([moveBar('Home', 2, 3), moveBar('End', 0, 3), moveBar('Tab', 1, 3)], [0, 2, undefined]);
});

test('labels are short on the axis and complete in the details', () => {
  assert.equal(toShortLabel('2026-01-31', 'day'), 'Jan 31');
  assert.equal(toShortLabel('2026-01-31 14:00', 'hour'), '14:00');
  assert.equal(toLongLabel('2026-01-31', 'day'), 'Saturday, Jan 31, 2026');
  assert.equal(toLongLabel('2026-01-31 14:00', 'hour'), 'Saturday, Jan 31, 2026, 14:00 UTC');
});
