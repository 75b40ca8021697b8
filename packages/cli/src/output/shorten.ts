/** Maximum length of text that is shown in a table. */
const maxShown = 80;

/** Joins text that a person wrote into one line, and truncates it. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > maxShown ? `${line.slice(0, maxShown - 1)}…` : line;
}
