import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatQuantity,
  formatRelative,
  formatUsd,
  formatDay,
  formatMoment,
} from './format.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');

test('a time is shown relative to now, in both directions', () => {
  assert.equal(formatRelative('2026-03-01T11:59:40.000Z', now), 'just now');
  assert.equal(formatRelative('2026-03-01T12:00:20.000Z', now), 'in a moment');
  assert.equal(formatRelative('2026-03-01T11:55:00.000Z', now), '5 minutes ago');
  assert.equal(formatRelative('2026-03-01T15:00:00.000Z', now), 'in 3 hours');
  assert.equal(formatRelative('2026-02-28T12:00:00.000Z', now), 'yesterday');
  assert.equal(formatRelative('2024-03-01T12:00:00.000Z', now), '2 years ago');
});

test('a rounded relative time uses the largest possible unit', () => {
  const ago = (seconds: number) => formatRelative(new Date(now - seconds * 1000).toISOString(), now);
  assert.deepEqual([44, 45, 59.7, 89, 90].map(ago), [
    'just now',
    '1 minute ago',
    '1 minute ago',
    '1 minute ago',
    '2 minutes ago',
  ]);
  assert.equal(ago(59 * 60 + 45), '1 hour ago');
  assert.equal(ago(23 * 3600 + 45 * 60), 'yesterday');
  assert.equal(ago(29.8 * 86_400), 'last month');
});

test('sizes use decimal units', () => {
  assert.equal(formatBytes(0), '0 bytes');
  assert.equal(formatBytes(1), '1 byte');
  assert.equal(formatBytes(999), '999 bytes');
  assert.equal(formatBytes(1_540_000), '1.54 MB');
});

test('durations, counts and costs are formatted for people', () => {
  assert.equal(formatDuration(840), '840 ms');
  assert.equal(formatDuration(12_440), '12.4 s');
  assert.equal(formatDuration(185_000), '3 min 5 s');
  assert.equal(formatDuration(3_720_000), '1 h 2 min');
  assert.equal(formatCount(1, 'page'), '1 page');
  assert.equal(formatCount(1200, 'page'), '1,200 pages');
  assert.deepEqual(
    [formatCount(1, 'deployment'), formatCount(1_200, 'deployment')],
    ['1 deployment', '1,200 deployments'],
  );
  assert.equal(formatUsd(0), '$0.00');
  assert.equal(formatUsd(0.0042), '$0.0042');
});

test('a day is written as “8 Nov 2026”, and a time has its day before it', () => {
  assert.equal(formatDay('2026-11-08'), '8 Nov 2026');
  const moment = new Date(2026, 8, 5, 3, 7, 9);
  assert.equal(formatMoment(moment.toISOString()), '5 Sep 2026, 03:07:09');
});

for (const [value, unit, text] of [
  [1, 'jobs', '1 job'],
  [2_000, 'jobs', '2,000 jobs'],
  [604_800, 'seconds', '7 days'],
  [86_400, 'seconds', '1 day'],
  [5_400, 'seconds', '90 minutes'],
  [61, 'seconds', '61 seconds'],
  [0, 'seconds', '0 seconds'],
  [100, 'an hour', '100 an hour'],
  [1, 'megabytes', '1 megabyte'],
] as const)
  test(`${value} ${unit} is written as ${text}`, () => assert.equal(formatQuantity(value, unit), text));
