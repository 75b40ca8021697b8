/**
 * JSON as block YAML, for the Markdown of API pages. A custom writer, because it runs for every page and the library
 * takes 20 times as long.
 */
import { type Json, entriesOf, isList, isObject } from '../../site/index.ts';

/** Writes YAML. @param cache stores the text of components, which appear on many pages of a spec at the same depth */
export function writeYaml(value: Json, cache?: WeakMap<object, string>): string {
  return `${blockOf(value, '', cache).replace(/^\n/, '')}\n`;
}

/** Depth of `components: schemas: Name:`. */
const componentIndent = ' '.repeat(6);

/** Writes a value after `key:`, on the same line if it is a scalar, otherwise on the lines below. */
function blockOf(value: Json, indent: string, cache?: WeakMap<object, string>): string {
  if (isList(value)) {
    const items = value;
    if (items.length === 0) return ' []';
    return items.map((item) => `\n${indent}-${inlineFirst(item, `${indent}  `)}`).join('');
  }
  if (isObject(value)) {
    const known = indent === componentIndent ? cache?.get(value) : undefined;
    if (known !== undefined) return known;
    const entries = entriesOf(value);
    if (entries.length === 0) return ' {}';
    const text = entries
      .map(([key, item]) => `\n${indent}${scalar(key)}:${blockOf(item, `${indent}  `, cache)}`)
      .join('');
    if (indent === componentIndent) cache?.set(value, text);
    return text;
  }
  if (
    typeof value === 'string' &&
    value.includes('\n') &&
    /^[^\s][^\r\t]*$/.test(value) &&
    !/[^\P{C}\n]|[\u2028\u2029]/u.test(value)
  )
    return literal(value, indent);
  return ` ${typeof value === 'string' ? scalar(value) : String(value)}`;
}

/** Writes an object's first key on the line with the dash: `- key: value`. */
function inlineFirst(item: Json, indent: string): string {
  const block = blockOf(item, indent);
  return block.startsWith(`\n${indent}`) ? ` ${block.slice(indent.length + 1)}` : block;
}

function literal(text: string, indent: string): string {
  const body = text.replace(/\n+$/, '');
  const trailing = text.length - body.length;
  const chomp = trailing === 0 ? '-' : trailing === 1 ? '' : '+';
  const padding = '\n'.repeat(Math.max(0, trailing - 1));
  return ` |${chomp}\n${body
    .split('\n')
    .map((line) => (line === '' ? '' : (indent || '  ') + line))
    .join('\n')}${padding}`;
}

/** Writes text unquoted if YAML 1.1 and 1.2 parsers read it as a string, otherwise as JSON, which is valid YAML. */
function scalar(text: string): string {
  const plain =
    /^[A-Za-z_/$<(][^\n\r\t:#]*$/.test(text) &&
    !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text) &&
    !/\s$|[\u007f-\u009f\u2028\u2029\ufeff]/.test(text);
  return plain ? text : JSON.stringify(text);
}
