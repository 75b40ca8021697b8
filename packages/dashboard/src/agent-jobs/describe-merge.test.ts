import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeAfter, describeBefore, isKnown } from './describe-merge.ts';

const merge = { unchanged: true, linesChangedBefore: 0, lines: 3, linesChangedAfter: null, measuredAt: null };

test('if changes before a merge are unknown, they aren’t shown as zero', () => {
  assert.equal(describeBefore(merge), 'Merged unchanged');
  assert.equal(describeBefore({ ...merge, unchanged: false, linesChangedBefore: 1 }), '1 line changed by others');
  assert.equal(describeBefore({ ...merge, unchanged: false, linesChangedBefore: null }), 'Changed by others');
  assert.equal(describeBefore({ ...merge, unchanged: null, linesChangedBefore: null }), 'Unknown');
});

test('merge data is known if either the changes or the lines are known', () => {
  assert.equal(isKnown(merge), true);
  assert.equal(isKnown({ ...merge, unchanged: null }), true);
  assert.equal(isKnown({ ...merge, unchanged: null, lines: null }), false);
});

test('until changes after a merge are counted, the date of the count is shown', () => {
  const mergedAt = '2026-11-20T12:00:00.000Z';
  const on = (day: string) => ({ mergedAt, now: Date.parse(day) });
  assert.equal(describeAfter({ ...merge, linesChangedAfter: 1 }, on('2026-12-30')), '1 of 3 lines changed');
  assert.equal(describeAfter(merge, on('2026-11-21')), 'Counted on 4 Dec 2026');
  assert.equal(describeAfter(merge, on('2026-12-05')), 'Unknown');
  assert.equal(describeAfter({ ...merge, lines: null }, on('2026-11-21')), 'Unknown');
  assert.equal(describeAfter(merge, { mergedAt: null, now: 0 }), 'Unknown');
});
