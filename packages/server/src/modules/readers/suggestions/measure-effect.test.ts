import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureEffect } from './measure-effect.ts';
import type { Signal } from './signal.ts';

const on = (day: string, visitor: string): Signal => ({
  kind: 'search',
  text: 'x',
  visitor,
  at: new Date(`2026-05-${day}T10:00:00Z`),
});
const since = new Date('2026-05-10T15:00:00Z');
const effect = (today: string, signals: readonly Signal[], oldest = '2026-04-01') =>
  measureEffect(signals, { since, oldest: new Date(oldest), now: Date.parse(`2026-05-${today}T08:00:00Z`) });

test('the day of the change, and today, are excluded from the effect', () => {
  const signals = [on('09', 'a'), on('09', 'a'), on('08', 'b'), on('10', 'c'), on('11', 'd'), on('12', 'e')];
  assert.deepEqual(effect('12', signals), {
    since: since.toISOString(),
    before: { visitors: 2, days: 14 },
    after: { visitors: 1, days: 1 },
  });
  assert.deepEqual(effect('11', signals)?.after, null);
  assert.deepEqual(effect('10', signals)?.after, null);
});

test('at most 14 days are compared, and only days with stored data', () => {
  assert.deepEqual(effect('31', [on('24', 'a'), on('25', 'b')])?.after, { visitors: 1, days: 14 });
  assert.deepEqual(effect('12', [on('08', 'a')], '2026-05-07')?.before, { visitors: 1, days: 3 });
  assert.equal(effect('12', [], '2026-05-10'), null);
});
