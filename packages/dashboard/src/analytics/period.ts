import { formatCount } from '../ui/format.ts';
const DAY_MS = 86_400_000;
/** The service's maximum for one request. */
export const MOST_DAYS = 400;

/** UTC days, `2026-01-31`, including the last. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns a period of this many days, ending on the day of `nowMs`. */
export function lastDays(days: number, nowMs: number): Period {
  const to = new Date(nowMs).toISOString().slice(0, 10);
  return { from: addDays(to, 1 - days), to };
}

export const countDays = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Returns the problem with two selected dates, or `undefined` if they are valid. */
export function findPeriodFault({ from, to }: Period, nowMs: number): string | undefined {
  if (Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(to))) return 'Choose a first and a last day.';
  if (from > to) return `The first day, ${from}, is after the last, ${to}.`;
  if (from > lastDays(1, nowMs).to) return `${from} is in the future.`;
  const days = countDays({ from, to });
  return days > MOST_DAYS ? `That’s ${formatCount(days, 'day')}; choose ${MOST_DAYS} or fewer.` : undefined;
}
