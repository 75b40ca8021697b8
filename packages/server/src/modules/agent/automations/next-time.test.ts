import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findScheduleFault, nextTime } from './next-time.ts';

const times = (cron: string, timeZone: string, after: string, count: number): string[] => {
  const found: string[] = [];
  for (let at = new Date(after); found.length < count;) {
    const next = nextTime({ cron, timeZone }, at);
    if (next === undefined) break;
    found.push(next.toISOString());
    at = next;
  }
  return found;
};

describe('a schedule', () => {
  test('starts once on the day whose clock change skips its hour, and once on the day that repeats it', () => {
    assert.deepEqual(times('0 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2), [
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:00:00.000Z',
    ]);
    assert.deepEqual(times('0 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2), [
      '2026-10-25T00:00:00.000Z',
      '2026-10-26T01:00:00.000Z',
    ]);
  });

  test('is in its time zone', () => {
    assert.deepEqual(times('0 9 * * 1', 'America/New_York', '2026-06-01T00:00:00Z', 1), ['2026-06-01T13:00:00.000Z']);
  });

  for (const [cron, timeZone, field] of [
    ['0 0 30 2 *', 'UTC', 'cron'],
    ['* * * * * *', 'UTC', 'cron'],
    ['@daily', 'UTC', 'cron'],
    ['60 * * * *', 'UTC', 'cron'],
    ['0 9 * *', 'UTC', 'cron'],
    ['0 9\n* * *', 'UTC', 'cron'],
    ['0 9 * * 1', 'Mars/Base', 'timeZone'],
    ['0 9 * * 1', '+02:00', 'timeZone'],
    ['2147483648 0 1 1 *', 'UTC', 'cron'],
    ['*/0 * * * *', 'UTC', 'cron'],
  ] as const) {
    test(`${JSON.stringify(cron)} in ${timeZone} is refused`, () => {
      assert.equal(findScheduleFault({ cron, timeZone }, new Date('2026-01-01T00:00:00Z'))?.field, field);
    });
  }

  test('a schedule on 29 February is accepted', () => {
    assert.equal(
      findScheduleFault({ cron: '0 0 29 2 *', timeZone: 'UTC' }, new Date('2026-01-01T00:00:00Z')),
      undefined,
    );
  });
});
