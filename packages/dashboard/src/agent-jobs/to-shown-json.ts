import { formatCount } from '../ui/format.ts';
const LONGEST_SHOWN = 20_000;

/** Formats JSON for reading; text is unchanged. Long text is truncated, with a note. */
export function toShownJson(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
  return text.length <= LONGEST_SHOWN
    ? text
    : `${text.slice(0, LONGEST_SHOWN)}\n… ${formatCount(text.length - LONGEST_SHOWN, 'more character')}`;
}
