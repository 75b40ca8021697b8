import { invalidDate } from './errors.ts';
import { toDay } from '@docwright/site-server';

/** The length of a range that was requested without dates. */
const defaultDays = 30;
/** Limited, because each day is a row of a chart. */
const mostDays = 400;
const dayMs = 86_400_000;

export interface DateRange {
  readonly from: string;
  /** The day after the last one. */
  readonly to: string;
}

/**
 * Parses dates in UTC; a time counts as its day. `dateTo` is exclusive. The default is the last thirty days, including
 * today.
 * @throws ApiError `invalid_request`
 */
export function readRange(
  asked: { readonly dateFrom?: string; readonly dateTo?: string; readonly maxDays?: number | undefined },
  nowMs: number,
): DateRange {
  const { maxDays = mostDays } = asked;
  const dateFrom = asked.dateFrom === undefined ? undefined : requireDate('dateFrom', asked.dateFrom);
  const dateTo = asked.dateTo === undefined ? undefined : requireDate('dateTo', asked.dateTo);
  const to = dateTo ?? toDay(nowMs, 1);
  const from = dateFrom ?? toDay(Date.parse(to), -defaultDays);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  const isOfTo = dateTo !== undefined;
  if (days <= 0 && isOfTo) throw invalidDate('dateTo', dateTo, `must be later than dateFrom, ${from}`);
  if (days <= 0) throw invalidDate('dateFrom', from, 'must not be in the future');
  if (days > maxDays) throw invalidDate('dateFrom', from, `must be at most ${maxDays} days before ${to}`);
  return { from, to };
}

function requireDate(name: string, value: string): string {
  const [, date = '', time = ''] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(value) ?? [];
  const midnight = Date.parse(date);
  const ms = Date.parse(date + time);
  // 2026-02-30 doesn't exist, and PostgreSQL doesn't support the first days of the calendar.
  if (
    Number.isNaN(ms) ||
    Number.isNaN(midnight) ||
    toDay(midnight) !== date ||
    toDay(ms) < '2000-01-01' ||
    toDay(ms).length > 10
  )
    throw invalidDate(name, value, 'must be a date such as 2026-01-31');
  return toDay(ms);
}
