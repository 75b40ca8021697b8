/** A page that is being named in a prompt: `@` and what follows up to the caret. */
export interface PageMention {
  readonly query: string;
  /** Where the `@` stands. */
  readonly start: number;
  readonly end: number;
}

/** Longer ones are no names of pages, and would be long searches. */
const longestQuery = 60;

/** The mention that the caret stands in. An address (`ada@example.com`) and a bare `@` are none. */
export function findMention(text: string, caret: number): PageMention | undefined {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  if (start < 0 || (start > 0 && !/[\s("'[]/.test(before.charAt(start - 1)))) return undefined;
  const query = before.slice(start + 1);
  if (query === '' || query.length > longestQuery || /[\s@]/.test(query)) return undefined;
  return { query, start, end: caret };
}

/**
 * The prompt with the page's path in place of the mention. Without the `@`: the built-in rules and every model know pages by their paths.
 *
 * @returns the text, and where the caret goes
 */
export function insertPage(text: string, { start, end }: PageMention, path: string): { text: string; caret: number } {
  const rest = text.slice(end);
  const gap = rest === '' || !/^\s/.test(rest) ? ' ' : '';
  return { text: `${text.slice(0, start)}${path}${gap}${rest}`, caret: start + path.length + 1 };
}
