/** A page mention being typed in a prompt: `@` and the text up to the caret. */
export interface PageMention {
  readonly query: string;
  /** Position of the `@`. */
  readonly start: number;
  readonly end: number;
}

/** Longer mentions aren't page names, and searching for them would be slow. */
const maxQueryLength = 60;

/** Finds the mention at the caret. An email address (`ada@example.com`) and a bare `@` don't count. */
export function findMention(text: string, caret: number): PageMention | undefined {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  if (start < 0 || (start > 0 && !/[\s("'[]/.test(before.charAt(start - 1)))) return undefined;
  const query = before.slice(start + 1);
  if (query === '' || query.length > maxQueryLength || /[\s@]/.test(query)) return undefined;
  return { query, start, end: caret };
}

/**
 * Replaces the mention in the prompt, including the `@`, with the page's path, because the built-in rules and all
 * models identify pages by their paths.
 *
 * @returns the text and the new caret position
 */
export function insertPage(text: string, { start, end }: PageMention, path: string): { text: string; caret: number } {
  const rest = text.slice(end);
  const gap = rest === '' || !/^\s/.test(rest) ? ' ' : '';
  return { text: `${text.slice(0, start)}${path}${gap}${rest}`, caret: start + path.length + 1 };
}
