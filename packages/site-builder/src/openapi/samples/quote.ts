/**
 * Writes a request's strings as literals of other languages. Every writer uses these functions, so that no value can
 * end a string early.
 */
import { type Json, entriesOf, isList, isObject } from '../../site/index.ts';

/** `"…"` with the escapes that Java, Go, C#, Dart, Python and JavaScript share with JSON. */
export function doubleQuote(text: string): string {
  return JSON.stringify(text);
}

/** Like `doubleQuote`, for languages in which `$` begins an interpolation (Dart). */
export function dollarSafe(text: string): string {
  return doubleQuote(text).replaceAll('$', String.raw`\$`);
}

export function kotlinQuote(text: string): string {
  return reescape(dollarSafe(text), 'f', (code) => String.raw`\u${code.toString(16).padStart(4, '0')}`);
}

/** Writes a literal for Swift or Rust. */
export function bracedQuote(text: string): string {
  return reescape(doubleQuote(text), 'bf', (code) => String.raw`\u{${code.toString(16)}}`);
}

/** Writes a literal for C or C++, which have no `\u` for control characters. */
export function cQuote(text: string): string {
  return reescape(doubleQuote(text), '', (code) =>
    code < 0x80 ? `\\${code.toString(8).padStart(3, '0')}` : String.raw`\u${code.toString(16)}`,
  );
}

/** Like `doubleQuote`, for languages in which `#` can begin an interpolation (Ruby). */
export function rubyQuote(text: string): string {
  return doubleQuote(text).replaceAll('#', String.raw`\#`);
}

/**
 * Translates a JSON string's escapes to those of another language: `\u` and the letters that it doesn't support.
 * Backslashes are read in pairs: in `\\u0000`, the second backslash doesn't start an escape.
 */
function reescape(literal: string, unknown: string, write: (code: number) => string): string {
  const codes: Readonly<Record<string, number>> = { b: 8, f: 12 };
  return literal.replaceAll(/\\(?:u([\da-f]{4})|(.))/g, (pair, hex?: string, letter = '') => {
    if (hex !== undefined) return write(toScalar(Number.parseInt(hex, 16)));
    return unknown.includes(letter) ? write(codes[letter] ?? 0) : pair;
  });
}

/** Replaces unpaired surrogates, which aren't valid characters in any of these languages. */
function toScalar(code: number): number {
  return code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
}

export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A PowerShell literal, in which quotes are doubled. */
export function powershellQuote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function phpQuote(text: string): string {
  // Control characters can be escaped only in double quotes.
  if (/\p{Cc}/u.test(text)) return reescape(dollarSafe(text), 'b', (code) => String.raw`\u{${code.toString(16)}}`);
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}

/** JSON as a Python literal, indented for its position. */
export function pythonLiteral(value: Json, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (isList(value)) {
    const items = value;
    return items.length === 0 ? '[]' : `[${items.map((item) => pythonLiteral(item, indent)).join(', ')}]`;
  }
  if (!isObject(value)) return typeof value === 'string' ? doubleQuote(value) : String(value);
  const inner = `${indent}    `;
  const entries = entriesOf(value).map(([key, item]) => `${inner}${doubleQuote(key)}: ${pythonLiteral(item, inner)}`);
  return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${indent}}`;
}

/** JSON as a JavaScript literal: keys without quotes where possible. */
export function scriptLiteral(value: Json, indent = ''): string {
  if (isList(value)) {
    const items = value;
    return items.length === 0 ? '[]' : `[${items.map((item) => scriptLiteral(item, indent)).join(', ')}]`;
  }
  if (!isObject(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const entries = entriesOf(value).map(
    ([key, item]) =>
      `${inner}${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${scriptLiteral(item, inner)}`,
  );
  return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${indent}}`;
}

/** JSON as a PHP array. */
export function phpLiteral(value: Json, indent = ''): string {
  if (isList(value)) {
    const items = value;
    return items.length === 0 ? '[]' : `[${items.map((item) => phpLiteral(item, indent)).join(', ')}]`;
  }
  if (!isObject(value)) return typeof value === 'string' ? phpQuote(value) : String(value);
  const inner = `${indent}  `;
  const entries = entriesOf(value).map(([key, item]) => `${inner}${phpQuote(key)} => ${phpLiteral(item, inner)}`);
  return entries.length === 0 ? '(object) []' : `[\n${entries.join(',\n')}\n${indent}]`;
}
