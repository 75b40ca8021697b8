import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeMissing } from './describe-missing.ts';

const missing = ['a', 'b', 'c'].map((path) => ({ path, cause: 'no-file' }));

test('a long list of missing entries is cut off and ends with the total', () => {
  assert.equal(
    describeMissing({ expected: 40, missing, missingCount: 30 }, 2),
    '30 navigation entries have no page (of 40):\n  a (no-file)\n  b (no-file)\n  … and 28 more',
  );
});

test('a complete site has no note, and a list that is shown in full has no remainder', () => {
  assert.equal(describeMissing({ expected: 40, missing: [] }, 2), '');
  assert.ok(!describeMissing({ expected: 40, missing }, 3).includes('more'));
});
