import type { SyntaxFault } from './parse-tree.ts';

/**
 * Changes only the text at a syntax error so that the rest of the page can be parsed: invalid MDX becomes plain text,
 * as the author wrote it. No line is added or removed. Returns `undefined` if there is nothing to change at this
 * position.
 */
export function repairSyntax(text: string, fault: SyntaxFault): string | undefined {
  const at = offsetOf(text, fault.line, fault.column);
  const unclosed = /Expected a closing tag for `<[^>]*>` \((\d+):(\d+)\)/.exec(fault.message);
  if (unclosed !== null) return closeOpener(text, offsetOf(text, Number(unclosed[1]), Number(unclosed[2])));
  // `<Foo>…</Card>`: the unclosed element becomes empty; its content follows it.
  const mismatch = /^Unexpected closing tag .* for `<[^>]*>` \((\d+):(\d+)\)/.exec(fault.message);
  if (mismatch !== null) return closeOpener(text, offsetOf(text, Number(mismatch[1]), Number(mismatch[2])));
  const interleaved = /`<\S*>` opened at (\d+):(\d+)/.exec(fault.message);
  if (interleaved !== null && !text.startsWith('</', at))
    return closeOpener(text, offsetOf(text, Number(interleaved[1]), Number(interleaved[2])));
  if (text.startsWith('</', at)) return blankUntil(text, at, '>');
  if (text.startsWith('<!--', at)) return blankUntil(text, at, '-->');
  if (text[at] === '<') return repairOpener(text, at);
  return escapeEnclosing(text, at);
}

/** Closes an unclosed element at once, `<br>` → `<br/>`, so that its content follows it. */
function closeOpener(text: string, start: number): string | undefined {
  if (text[start] !== '<') return undefined;
  const end = findTagEnd(text, start);
  if (end === undefined || text[end - 1] === '/') return escapeAt(text, start);
  return `${text.slice(0, end)}/${text.slice(end)}`;
}

function repairOpener(text: string, at: number): string {
  const rest = text.slice(at, at + 2000);
  const autolink = /^<((?:https?:\/\/|mailto:)[^\s<>]*|[\w.+-]+@[\w-]+\.[\w.-]+)>/.exec(rest);
  if (autolink?.[1] !== undefined) {
    const address = autolink[1];
    const target = address.includes(':') ? address : `mailto:${address}`;
    return `${text.slice(0, at)}[${address}](${target})${text.slice(at + autolink[0].length)}`;
  }
  const unquoted = /^<[a-zA-Z][\w-]*(?:\s+[\w:-]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'<>={}`]+))?)*\s*\/?>/.exec(rest);
  const quoted = unquoted?.[0].replace(/(\s[\w:-]+=)([^\s"'<>={}`/]+(?:\/[^\s"'<>={}`/]+)*)(?=[\s/>])/g, '$1"$2"');
  if (unquoted !== null && quoted !== undefined && quoted !== unquoted[0]) {
    return text.slice(0, at) + quoted + text.slice(at + unquoted[0].length);
  }
  return escapeAt(text, at);
}

/** Repairs an expression that isn't JavaScript: the nearest brace before the error becomes a plain character. */
function escapeEnclosing(text: string, at: number): string | undefined {
  for (let open = Math.min(at, text.length - 1); open >= 0; open--) {
    const char = text[open];
    if ((char === '{' || char === '<') && !isEscaped(text, open))
      return char === '{' ? escapeBraces(text, open) : escapeAt(text, open);
  }
  return undefined;
}

/** Repairs `{{ a | b }}` as a single fault: both pairs of braces become text. */
function escapeBraces(text: string, last: number): string {
  let first = last;
  while (text[first - 1] === '{' && !isEscaped(text, first - 1)) first--;
  return text.slice(0, first) + '\\{'.repeat(last - first + 1) + text.slice(last + 1);
}

function escapeAt(text: string, at: number): string {
  return `${text.slice(0, at)}\\${text.slice(at)}`;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}

function blankUntil(text: string, at: number, closer: string): string {
  const found = text.indexOf(closer, at);
  const end = found === -1 ? text.length : found + closer.length;
  return text.slice(0, at) + text.slice(at, end).replace(/[^\n]/g, ' ') + text.slice(end);
}

/** Finds the `>` that ends a tag, after quoted attributes and `{…}` values. */
function findTagEnd(text: string, start: number): number | undefined {
  let braces = 0;
  let quote = '';
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] ?? '';
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{') braces++;
    else if (char === '}') braces--;
    else if (char === '>' && braces <= 0) return at;
  }
  return undefined;
}

/** The offset of a line and column, which count from 1. Columns are UTF-16 units. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let current = 1; current < line; current++) {
    const next = text.indexOf('\n', start);
    if (next === -1) return text.length;
    start = next + 1;
  }
  return Math.min(start + column - 1, text.length);
}
