import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, countDays, findPeriodFault, lastDays } from './period.ts';

const now = Date.parse('2026-03-02T23:59:59Z');

test('the last N days include today and are in UTC', () => {
  assert.deepEqual(lastDays(1, now), { from: '2026-03-02', to: '2026-03-02' });
  assert.deepEqual(lastDays(30, now), { from: '2026-02-01', to: '2026-03-02' });
  assert.equal(countDays(lastDays(365, now)), 365);
  assert.equal(addDays('2028-02-28', 1), '2028-02-29');
});

test('a period has 1 to 400 days, and its first day is not in the future', () => {
  const faultOf = (from: string, to: string) => findPeriodFault({ from, to }, now);
  assert.equal(faultOf('2026-03-02', '2026-03-02'), undefined);
  assert.equal(faultOf('2026-03-01', '2026-03-09'), undefined);
  assert.equal(faultOf('2025-01-27', '2026-03-02'), undefined);
  assert.equal(faultOf('2025-01-26', '2026-03-02'), 'That’s 401 days; choose 400 or fewer.');
  assert.match(faultOf('2026-03-02', '2026-03-01') ?? '', /2026-03-02, is after the last, 2026-03-01/);
  assert.match(faultOf('2026-03-03', '2026-03-04') ?? '', /2026-03-03 is in the future/);
  for (const empty of ['', 'x']) {
    assert.match(faultOf(empty, '2026-03-01') ?? '', /Choose a first and a last day/);
    assert.match(faultOf('2026-03-01', empty) ?? '', /Choose a first and a last day/);
  }
});
