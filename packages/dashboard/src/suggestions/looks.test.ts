import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEffect } from './looks.ts';

const since = '2026-05-04T10:00:00.000Z';

test('an effect shows the number of days before and after, or that no full day has passed', () => {
  const before = { visitors: 1_200, days: 14 };
  assert.equal(
    describeEffect({ since, before, after: { visitors: 1, days: 1 } }),
    'Before: 1,200 readers in 14 days. After: 1 reader in 1 day.',
  );
  assert.match(describeEffect({ since, before, after: null }), /After: not known until a full day has passed\.$/);
});
