/** Texts of a request as literals of other languages. Every writer goes through here, so that no value ends a string early. */
import { type Json, entriesOf, isList, isObject } from '../../site/index.ts';

/** `"…"` with the escapes that C, Java, Go, C#, Rust, Swift, Kotlin, Dart and JavaScript share. */
export function doubleQuote(text: string): string {
  return JSON.stringify(text).replaceAll(/\\u([\da-f]{4})/g, String.raw`\u$1`);
}

/** As `doubleQuote`, where `$` begins an interpolation (Kotlin, Dart, PHP). */
export function dollarSafe(text: string): string {
  return doubleQuote(text).replaceAll('$', String.raw`\$`);
}

/** As `doubleQuote`, where `#{` begins an interpolation (Ruby). */
export function rubyQuote(text: string): string {
  return doubleQuote(text).replaceAll('#', String.raw`\#`);
}

export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A PowerShell literal: a quote is written twice. */
export function powershellQuote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function phpQuote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}

/** JSON as a Python literal, indented for the place it stands in. */
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

/** JSON as a JavaScript literal: keys without quotes where they may be. */
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
