import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeChange } from './describe-change.ts';

test('a change is described in words, even if the previous period is empty', () => {
  assert.equal(describeChange(150, 100), '50% more than before');
  assert.equal(describeChange(97, 100), '3% fewer than before');
  assert.equal(describeChange(0, 9), '100% fewer than before');
  assert.equal(describeChange(5, 5), 'as many as before');
  assert.equal(describeChange(5, 0), 'none before');
  assert.equal(describeChange(0, 0), 'none before either');
});
