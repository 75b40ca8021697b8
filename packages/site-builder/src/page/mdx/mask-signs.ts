import type { RootNode } from './ast.ts';

/**
 * The native parser takes a dollar sign inside of an expression for the begin of a formula, and reads the next expression of the
 * paragraph as text: `{'$'} a {'$'} b`. It does so with a sign in a code span of a table, too, and then the formulas of the rows
 * below are expressions. So these signs are another letter while it parses. It is one of those that a name may begin with, takes
 * as much room, and stands in no text that was seen.
 */
const mask = '\ua7f7';
const quotes: ReadonlySet<string> = new Set(["'", '"', '`']);

/** The text with the dollar signs of its expressions and code spans masked; the same text where there are none. */
export function maskSigns(text: string): string {
  if (!text.includes('{') || text.includes(mask)) return text;
  let result = '';
  let last = 0;
  for (const [start, end] of findCode(text)) {
    const inside = text.slice(start, end);
    if (!inside.includes('$')) continue;
    result += text.slice(last, start) + inside.replaceAll('$', mask);
    last = end;
  }
  return result + text.slice(last);
}

/** Puts the signs back, wherever in the tree the parser put the text. */
export function unmaskSigns(tree: RootNode): void {
  const pending: unknown[] = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const fields = node as Record<string, unknown>;
    for (const [key, value] of Object.entries(fields)) {
      if (typeof value === 'object') pending.push(value);
      else if (typeof value === 'string' && value.includes(mask)) fields[key] = value.replaceAll(mask, '$');
    }
  }
}

/** Fences, code spans, escaped characters, and the brace that an expression begins with. */
const token =
  /^ {0,12}(`{3,}|~{3,})[^\n]*\n[^]*?(?:^ {0,12}\1[`~]*[ \t]*$|$(?![^]))|(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[^]){1,2000}?(?<!`)\2(?!`)|\\[^]|\{/gm;

/**
 * Where code spans stand, and expressions outside of code. A brace that TeX has behind a name, `^` or `_` begins one only as a
 * quoted text.
 */
function* findCode(text: string): Generator<readonly [start: number, end: number]> {
  let at = 0;
  for (;;) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) return;
    const start = match.index;
    at = start + match[0].length;
    if (match[2] !== undefined) yield [start, at];
    if (match[0] !== '{') continue;
    if (/[\w^}]/.test(text[start - 1] ?? '') && !quotes.has(text[start + 1] ?? '')) continue;
    const { end, isClosed } = readExpression(text, start);
    at = end;
    if (isClosed) yield [start, end];
  }
}

/** Up to behind the brace that closes the one at `start`, or to the end of its paragraph. */
function readExpression(text: string, start: number): { readonly end: number; readonly isClosed: boolean } {
  let depth = 0;
  let at = start;
  for (; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return { end: at + 1, isClosed: true };
    else if (char === '\n' && /^[ \t]*\n/.test(text.slice(at + 1, at + 80))) break;
    // An apostrophe of text that is no JavaScript ends nowhere.
    else if (quotes.has(char)) at = endOfQuote(text, at, char) ?? at;
  }
  return { end: at, isClosed: false };
}

function endOfQuote(text: string, start: number, quote: string): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === quote) return at;
    else if (char === '\n' && quote !== '`') return undefined;
  }
  return undefined;
}
