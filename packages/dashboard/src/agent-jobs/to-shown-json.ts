import { formatCount } from '../ui/format.ts';
const LONGEST_SHOWN = 20_000;

/** JSON for reading; text as it is. What is too long to read is cut, with a note. */
export function toShownJson(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
  return text.length <= LONGEST_SHOWN
    ? text
    : `${text.slice(0, LONGEST_SHOWN)}\n… ${formatCount(text.length - LONGEST_SHOWN, 'more character')}`;
}
