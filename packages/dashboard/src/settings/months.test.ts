import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveMonth, nameMonth, toMonth } from './months.ts';

test('months are in UTC and can cross year boundaries', () => {
  assert.equal(toMonth(new Date('2026-11-30T23:59:59.999Z')), '2026-11');
  assert.equal(moveMonth('2026-01', -1), '2025-12');
  assert.equal(moveMonth('2026-12', 1), '2027-01');
  assert.equal(nameMonth('2026-11'), 'November 2026');
});
