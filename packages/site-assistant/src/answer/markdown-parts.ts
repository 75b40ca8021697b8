/** Maximum number of characters that are buffered while their meaning is undecided. */
export const MAX_HELD = 2_000;

/** Whether the text contains a blank line, past which no inline construct extends. */
export function paragraphEnds(text: string): boolean {
  return /\n[ \t]*\n/.test(text);
}

/** Position of the bracket that closes the one at `at`, or `undefined` if the paragraph ends before it. */
export function findClosing(text: string, at: number): number | undefined {
  let depth = 0;
  for (let index = at; index < Math.min(text.length, at + MAX_HELD); index++) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === '[') depth += 1;
    else if (character === ']' && --depth === 0) return index;
    else if (character === '\n' && /^\n[ \t]*\n/.test(text.slice(index))) return undefined;
  }
  return undefined;
}

/** The address in the parentheses at `at`, and the end of the parentheses, or `undefined` if they aren't closed. */
export function linkTarget(text: string, at: number): { readonly href: string; readonly end: number } | undefined {
  let depth = 0;
  for (let index = at; index < Math.min(text.length, at + MAX_HELD); index++) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === '(') depth += 1;
    else if (character === ')' && --depth === 0) return { href: hrefOf(text.slice(at + 1, index)), end: index + 1 };
    else if (character === '\n' && /^\n[ \t]*\n/.test(text.slice(index))) return undefined;
  }
  return undefined;
}

/** The address without its title. */
function hrefOf(inside: string): string {
  const trimmed = inside.trim();
  const pointed = /^<(?<href>[^<>\n]*)>/.exec(trimmed)?.groups?.href;
  return pointed ?? (trimmed.split(/\s/, 1)[0] ?? '').replaceAll(/\\(?=[^\w\s])/g, '');
}

/** Measures a run of backticks, and its code if the run is closed. Returns `undefined` if more input is needed. */
export function codeSpan(
  text: string,
  isEnd: boolean,
): { readonly length: number; readonly isCode: boolean } | undefined {
  const [run = ''] = /^`+/.exec(text) ?? [];
  if (run.length === text.length && !isEnd) return undefined;
  for (const { 0: other, index } of text.slice(run.length).matchAll(/`+|\n[ \t]*\n/g)) {
    if (!other.startsWith('`')) break;
    const end = run.length + index + other.length;
    // A run at the end may still get longer.
    if (end === text.length && !isEnd) return undefined;
    if (other.length === run.length) return { length: end, isCode: true };
  }
  const isLost = isEnd || text.length > MAX_HELD || paragraphEnds(text);
  return isLost ? { length: run.length, isCode: false } : undefined;
}
