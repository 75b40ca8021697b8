import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeChanged, describeUnchanged } from './describe-pull-requests.ts';

const figures = {
  opened: 30,
  merged: 20,
  closed: 4,
  mergedUnchanged: 12,
  mergedChanged: 4,
  lines: 1_240,
  linesChangedAfter: 52,
  shareChangedAfter: 52 / 1_240,
  costPerMergeUsd: 1,
};

test('shares include the total to which they refer, and unknown shares aren’t zero', () => {
  assert.equal(describeUnchanged(figures), '12 of 16');
  assert.equal(describeUnchanged({ ...figures, mergedUnchanged: 0, mergedChanged: 0 }), '—');
  assert.equal(describeChanged(figures), '4.2% of 1,240');
  assert.equal(describeChanged({ ...figures, linesChangedAfter: 0, shareChangedAfter: 0 }), '0% of 1,240');
  assert.equal(describeChanged({ ...figures, lines: 0, linesChangedAfter: 0, shareChangedAfter: null }), '—');
});
