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
  test('starts once on the day whose clock change skips its hour, and once on the day that repeats its hour', () => {
    assert.deepEqual(times('0 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2), [
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:00:00.000Z',
    ]);
    assert.deepEqual(times('0 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2), [
      '2026-10-25T00:00:00.000Z',
      '2026-10-26T01:00:00.000Z',
    ]);
  });

  test('that runs hourly or more often keeps equal intervals when the clocks change', () => {
    for (const [cron, minutes] of [
      ['0 * * * *', 60],
      ['*/15 * * * *', 15],
    ] as const)
      for (const after of ['2026-03-28T22:00:00Z', '2026-10-24T22:00:00Z']) {
        const found = times(cron, 'Europe/Berlin', after, 24).map((time) => Date.parse(time));
        const gaps = found.slice(1).map((time, index) => (time - (found[index] ?? 0)) / 60_000);
        assert.deepEqual(new Set(gaps), new Set([minutes]), `${cron} after ${after}`);
      }
  });

  test('with a time of day has one time on each day on which the clocks change, at any hour and by any amount', () => {
    const changes = [
      ['Europe/Berlin', '2026-03-29'],
      ['Europe/Berlin', '2026-10-25'],
      ['America/New_York', '2026-03-08'],
      ['America/New_York', '2026-11-01'],
      // By half an hour.
      ['Australia/Lord_Howe', '2026-04-05'],
      ['Australia/Lord_Howe', '2026-10-04'],
      // At midnight.
      ['America/Santiago', '2026-04-05'],
      ['America/Santiago', '2026-09-06'],
      ['Asia/Beirut', '2026-03-29'],
    ] as const;
    const dayMs = 86_400_000;
    for (const [timeZone, day] of changes) {
      const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone });
      const isoDay = (offset: number) => new Date(Date.parse(day) + offset * dayMs).toISOString().slice(0, 10);
      for (const cron of ['0 0 * * *', '30 0 * * *', '30 1 * * *', '15 2 * * *', '0 3 * * *']) {
        // Begins within the day before, at a time that no schedule has.
        const after = times('59 12 * * *', timeZone, `${isoDay(-2)}T12:00:00Z`, 2).findLast(
          (time) => localDay.format(new Date(time)) === isoDay(-1),
        );
        const days = times(cron, timeZone, after ?? '', 3).map((time) => localDay.format(new Date(time)));
        assert.deepEqual(days, [isoDay(0), isoDay(1), isoDay(2)], `${cron} in ${timeZone} around ${day}`);
      }
    }
  });

  test('that is created in a repeated hour is first due on the next day', () => {
    const next = times('30 2 * * *', 'Europe/Berlin', '2026-10-25T01:10:00Z', 1);
    assert.deepEqual(next, ['2026-10-26T01:30:00.000Z']);
  });

  test('uses its time zone', () => {
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
    test(`is refused with ${JSON.stringify(cron)} in ${timeZone}`, () => {
      assert.equal(findScheduleFault({ cron, timeZone }, new Date('2026-01-01T00:00:00Z'))?.field, field);
    });
  }

  test('can be on February 29', () => {
    assert.equal(
      findScheduleFault({ cron: '0 0 29 2 *', timeZone: 'UTC' }, new Date('2026-01-01T00:00:00Z')),
      undefined,
    );
  });
});
