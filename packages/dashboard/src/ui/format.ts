const steps = [
  { unit: 'minute', seconds: 60, below: 3600 },
  { unit: 'hour', seconds: 3600, below: 86_400 },
  { unit: 'day', seconds: 86_400, below: 86_400 * 30 },
  { unit: 'month', seconds: 86_400 * 30, below: 86_400 * 365 },
  { unit: 'year', seconds: 86_400 * 365, below: Number.POSITIVE_INFINITY },
] as const;

/** Formats a time relative to now: `5 minutes ago`, `in 3 hours`; `just now` within 45 seconds. */
export function formatRelative(at: string, now: number, locale = 'en'): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const size = Math.abs(seconds);
  if (size < 45) return seconds > 1 ? 'in a moment' : 'just now';
  const step = steps.find(({ seconds: each, below }) => Math.round(size / each) * each < below) ?? steps[4];
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return format.format(Math.sign(seconds) * Math.round(size / step.seconds), step.unit);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const two = (value: number): string => String(value).padStart(2, '0');

/** Formats a day in the standard format: `28 Nov 2026`. @param day `2026-11-28` */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${months[Number(month) - 1] ?? month} ${year}`;
}

/** Formats a time in the standard format, in the browser's time zone: `28 Nov 2026, 03:50:16`. */
export function formatMoment(at: string): string {
  const moment = new Date(at);
  const day = `${moment.getFullYear()}-${moment.getMonth() + 1}-${moment.getDate()}`;
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':');
  return `${formatDay(day)}, ${time}`;
}

/** Formats a size, such as `12 MB`. 1 kB is 1,000 bytes, as on disk labels and in download managers. */
export function formatBytes(bytes: number, locale = 'en'): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** power);
}

/** Formats a duration: `840 ms`, `12.4 s`, `3 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 3600
    ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
    : `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

export function formatNumber(value: number, locale = 'en'): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** Formats a count: `1 page`, `2 pages`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const timeUnits = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * Formats a setting's value in words: `1 job`, `7 days` for 604,800 seconds, `100 an hour`.
 * @param unit in the plural, or a rate that begins with an article
 */
export function formatQuantity(value: number, unit: string): string {
  if (unit === 'seconds') {
    const [name, seconds] = timeUnits.find(([, each]) => value >= each && value % each === 0) ?? timeUnits[3];
    return formatCount(value / seconds, name);
  }
  return unit.endsWith('s') ? formatCount(value, unit.slice(0, -1), unit) : `${formatNumber(value)} ${unit}`;
}

/** Formats US dollars. Small costs keep their digits, because a model's answer often costs a fraction of a cent. */
export function formatUsd(value: number, locale = 'en'): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: value !== 0 && value < 1 ? 4 : 2,
  }).format(value);
}
