import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAgo } from './format-ago.ts';

test('a recent time is shown as its age, and an older time as its date', () => {
  const now = new Date('2026-03-31T12:00:00.000Z');
  const ages = Object.entries({
    '2026-03-31T12:00:05.000Z': 'just now',
    '2026-03-31T11:59:01.000Z': 'just now',
    '2026-03-31T11:58:00.000Z': '2 min ago',
    '2026-03-31T09:30:00.000Z': '2 h ago',
    '2026-03-30T11:00:00.000Z': 'yesterday',
    '2026-03-03T11:00:00.000Z': '28 days ago',
    '2026-02-01T11:00:00.000Z': '2026-02-01',
  });
  for (const [at, expected] of ages) assert.equal(formatAgo(at, now), expected, at);
});
