import { countOf } from '../count-of.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats a past time as its age: `just now`, `5 min ago`, `3 h ago`, `2 days ago`. After a month, the date. */
export function formatAgo(at: string, now: Date): string {
  const ms = now.getTime() - Date.parse(at);
  if (ms < minute) return 'just now';
  if (ms < hour) return `${Math.floor(ms / minute)} min ago`;
  if (ms < day) return `${Math.floor(ms / hour)} h ago`;
  const days = Math.floor(ms / day);
  if (days === 1) return 'yesterday';
  return days < 30 ? `${countOf(days, 'day')} ago` : at.slice(0, 10);
}
