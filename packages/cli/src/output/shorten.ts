/** Shortens text that a person wrote, for a table. */
const maxShown = 80;

/** Joins the text into one line. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > maxShown ? `${line.slice(0, maxShown - 1)}…` : line;
}
