import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDay, toMoment } from './days.ts';

test('a day is converted to its beginning or end, and back to the original day', () => {
  assert.equal(toDay(toMoment('2026-03-01', 0), 0), '2026-03-01');
  assert.equal(toDay(toMoment('2026-12-31', 1), -1), '2026-12-31');
});

test('an invalid day isn’t a filter', () => {
  for (const text of ['', '2026-03', 'x', '2026-99-99x']) assert.equal(toMoment(text, 0), undefined, text);
  assert.equal(toDay('yesterday', 0), '');
});
