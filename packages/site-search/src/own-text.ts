/**
 * Returns a copy with its own memory. A slice of a string, or a match in it, keeps the whole string in memory, so a
 * word or a heading that outlives its page must be copied.
 */
export function ownText(text: string): string {
  return ` ${text}`.slice(1);
}
