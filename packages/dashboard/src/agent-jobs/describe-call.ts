const BRIEF = 160;
const LONGEST_SHOWN = 20_000;

/** The values of a call in a line: `guides/migrate → guides/import`, not the names of its fields. */
export function briefInput(input: unknown): string {
  if (typeof input === 'string') return input.slice(0, BRIEF);
  if (typeof input !== 'object' || input === null) return '';
  const values = Object.values(input).filter((value) => typeof value === 'string' || typeof value === 'number');
  return values.join(' · ').replaceAll(/\s+/g, ' ').slice(0, BRIEF);
}

/** JSON for reading; text as it is. What is longer than anybody reads is cut, and says so. */
export function toShownJson(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
  return text.length <= LONGEST_SHOWN
    ? text
    : `${text.slice(0, LONGEST_SHOWN)}\n… ${text.length - LONGEST_SHOWN} more characters`;
}
