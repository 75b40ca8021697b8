import { Cron } from 'croner';

export interface Schedule {
  /** Cron expression with five fields. */
  readonly cron: string;
  /** IANA name of the time zone. */
  readonly timeZone: string;
}

/**
 * Returns the first time of the schedule after `after`, or `undefined` if it never occurs. If a time doesn't exist on a
 * day because clocks are set forward, the moment of that change is used. A time that exists twice counts once, unless
 * the schedule runs every hour.
 */
export function nextTime({ cron, timeZone }: Schedule, after: Date): Date | undefined {
  return open({ cron, timeZone }).nextRun(after) ?? undefined;
}

/**
 * Returns the reason why a schedule can't be used, as the end of a sentence about the field; `undefined` if it can be
 * used.
 */
export function findScheduleFault(
  schedule: Schedule,
  after: Date,
): { readonly field: 'cron' | 'timeZone'; readonly fault: string } | undefined {
  if (!isTimeZone(schedule.timeZone)) return { field: 'timeZone', fault: 'is not an IANA time zone' };
  // The library also accepts names such as `@daily` and a field for seconds, but the API doesn't.
  if (!/^[0-9A-Za-z*/,#?+ -]+$/.test(schedule.cron) || schedule.cron.trim().split(/ +/).length !== 5) {
    return { field: 'cron', fault: 'must have five fields: minute, hour, day of month, month, day of week' };
  }
  try {
    if (nextTime(schedule, after) === undefined) return { field: 'cron', fault: 'never occurs' };
    return undefined;
  } catch {
    return { field: 'cron', fault: 'is not a valid schedule' };
  }
}

const open = ({ cron, timeZone }: Schedule): Cron =>
  new Cron(cron.trim(), { timezone: timeZone, mode: '5-part', paused: true });

function isTimeZone(name: string): boolean {
  try {
    // Offsets such as `+02:00` have no daylight saving time, and some parts of the service don't support them.
    return /^[A-Za-z]/.test(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone);
  } catch {
    return false;
  }
}
