import type { BarUnit } from './chart-bars.ts';

/**
 * Returns the values of the count axis, starting at 0: a few round numbers, the last of which is at least the highest
 * count. All are integers, because views are counted in whole numbers.
 */
export function toTicks(most: number): readonly number[] {
  const rough = Math.max(1, most) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough) ?? 10;
  const step = Math.max(1, factor * power);
  const count = Math.ceil(Math.max(1, most) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Returns the indexes of the labeled bars, at most `most`: the first bar, and others at equal distances. */
export function toLabeled(bars: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil(bars / most));
  return Array.from({ length: Math.ceil(bars / step) }, (_, index) => index * step);
}

/** Returns the bar at a fraction of the chart's width; positions outside the chart select its first or last bar. */
export const toBarAt = (fraction: number, bars: number): number =>
  Math.min(bars - 1, Math.max(0, Math.floor(fraction * bars)));

/**
 * Returns the bar that a key selects, or `undefined` for other keys. If no bar is selected, the last bar is the start.
 */
export function moveBar(key: string, from: number | undefined, bars: number): number | undefined {
  const at = from ?? bars - 1;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, at - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(bars - 1, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return bars - 1;
    default:
      return undefined;
  }
}

/** Formats a label as `Jan 31`, or `14:00` for an hour. @param label formatted by `toBarLabel` */
export const toShortLabel = (label: string, unit: BarUnit): string =>
  unit === 'hour' ? label.slice(11) : format(label, { month: 'short', day: 'numeric' });

/** Formats a label as `Saturday, Jan 31, 2026`, with the time if the bar is an hour. */
export function toLongLabel(label: string, unit: BarUnit): string {
  const day = format(label, { weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' });
  return unit === 'hour' ? `${day}, ${label.slice(11)} UTC` : day;
}

const format = (label: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(label.slice(0, 10)).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });
