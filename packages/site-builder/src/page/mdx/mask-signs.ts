import type { RootNode } from './ast.ts';

/**
 * The native parser mistakes a dollar sign in an expression for the start of a formula, and reads the next expression
 * of the paragraph as text: `{'$'} a {'$'} b`. A sign in a code span in a table has the same effect, and then formulas
 * in the rows below become expressions. So these signs are replaced during parsing with a letter that may begin a name,
 * has the same length, and wasn't found in any real text.
 */
const mask = '\ua7f7';
const quotes: ReadonlySet<string> = new Set(["'", '"', '`']);

/**
 * Masks the dollar signs that can't delimit formulas: those in expressions and code spans, and those between which a
 * tag or a template variable begins.
 */
export function maskSigns(text: string): string {
  if (text.includes(mask)) return text;
  return maskOpenSigns(text.includes('{') ? maskCode(text) : text);
}

/** Fences, code spans, escaped characters, signs, and the end of a paragraph. */
const signToken =
  /^ {0,12}(`{3,}|~{3,})[^\n]*\n[^]*?(?:^ {0,12}\1[`~]*[ \t]*$|$(?![^]))|(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[^]){1,2000}?(?<!`)\2(?!`)|\\[^]|\$+|\n[ \t]*\n/gm;

/**
 * Masks signs that the native parser would pair across a tag, because it would then reject the other half of the tag.
 */
function maskOpenSigns(text: string): string {
  const found: number[] = [];
  let open: number | undefined;
  for (const { 0: part, index } of text.matchAll(signToken)) {
    if (part !== '$') {
      if (part.startsWith('$$') || part.startsWith('\n')) open = undefined;
      continue;
    }
    if (open === undefined) open = index;
    else if (/<\/?[A-Za-z][^<>]*>/.test(text.slice(open, index)) || /^\\?\{/.test(text.slice(index + 1, index + 3))) {
      found.push(open);
      open = index;
    } else open = undefined;
  }
  let result = '';
  let last = 0;
  for (const at of found) {
    result += text.slice(last, at) + mask;
    last = at + 1;
  }
  return result + text.slice(last);
}

function maskCode(text: string): string {
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

/** Restores the signs at any position in the tree. */
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

/** Fences, code spans, escaped characters, and the brace that begins an expression. */
const token =
  /^ {0,12}(`{3,}|~{3,})[^\n]*\n[^]*?(?:^ {0,12}\1[`~]*[ \t]*$|$(?![^]))|(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[^]){1,2000}?(?<!`)\2(?!`)|\\[^]|\{/gm;

/**
 * The ranges of code spans, and of expressions outside code. In TeX, a brace after a name, `^` or `_` begins an
 * expression only if it contains a quoted string.
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

/** Reads past the brace that matches the brace at `start`, or to the end of the paragraph. */
function readExpression(text: string, start: number): { readonly end: number; readonly isClosed: boolean } {
  let depth = 0;
  let at = start;
  for (; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return { end: at + 1, isClosed: true };
    else if (char === '\n' && /^[ \t]*\n/.test(text.slice(at + 1, at + 80))) break;
    // An apostrophe in text that isn't JavaScript has no closing quote.
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
