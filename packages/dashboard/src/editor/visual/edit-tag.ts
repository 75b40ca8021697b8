import { findTagEnd } from '../source/find-tag-end.ts';

export type PropValue =
  | { readonly kind: 'text' | 'number'; readonly text: string }
  | { readonly kind: 'switch'; readonly isOn: boolean }
  /** A value that only the source can show. */
  | { readonly kind: 'expression'; readonly text: string };

export interface Prop {
  readonly name: string;
  readonly value: PropValue;
  /** The range in the tag. */
  readonly from: number;
  readonly to: number;
}

export interface Tag {
  /** Empty for fragments. */
  readonly name: string;
  readonly kind: 'opening' | 'closing' | 'empty';
  readonly props: readonly Prop[];
}

/** Reads a complete tag. Returns `undefined` if the text isn't a complete tag. */
export function readTag(text: string): Tag | undefined {
  const found = findTagEnd(text);
  if (found?.length !== text.length) return undefined;
  const props: Prop[] = [];
  let name = '';
  for (const [index, { kind, from, to }] of found.parts.entries()) {
    if (kind === 'JsxName') name = text.slice(from, to);
    if (kind !== 'JsxAttribute') continue;
    const value = found.parts[index + 1];
    const hasValue = value !== undefined && value.kind !== 'JsxAttribute' && text.slice(to, value.from).trim() === '=';
    props.push({
      name: text.slice(from, to),
      from,
      to: hasValue ? value.to : to,
      value: hasValue ? readValue(text.slice(value.from, value.to)) : { kind: 'switch', isOn: true },
    });
  }
  const kind = text.startsWith('</') ? 'closing' : text.endsWith('/>') ? 'empty' : 'opening';
  return { name, kind, props };
}

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
};

function readValue(source: string): PropValue {
  if (!source.startsWith('{')) {
    const text = source.slice(1, -1).replaceAll(/&(?:quot|apos|#39|amp|lt|gt);/g, (entity) => entities[entity] ?? '');
    const hasOthers = /&#?\w+;/.test(source.replaceAll(/&(?:quot|apos|#39|amp|lt|gt);/g, ''));
    return hasOthers || text.includes('\n') ? { kind: 'expression', text: source } : { kind: 'text', text };
  }
  const inner = source.slice(1, -1).trim();
  if (inner === 'true' || inner === 'false') return { kind: 'switch', isOn: inner === 'true' };
  if (/^-?\d+(?:\.\d+)?$/.test(inner)) return { kind: 'number', text: inner };
  if (/^"[^"\\\n]*"$|^'[^'\\\n]*'$|^`[^`\\\n$]*`$/.test(inner)) return { kind: 'text', text: inner.slice(1, -1) };
  return { kind: 'expression', text: source };
}

/**
 * Sets or removes one of a tag's props. All other bytes of the tag are unchanged.
 *
 * @param value `undefined` removes the prop
 */
export function editTag(text: string, name: string, value: PropValue | undefined): string {
  const tag = readTag(text);
  if (tag === undefined || tag.kind === 'closing') return text;
  const found = tag.props.find((prop) => prop.name === name);
  if (value === undefined) return found === undefined ? text : removeProp(text, found);
  if (found !== undefined && isSame(found.value, value)) return text;
  const written = `${name}${writeValue(value)}`;
  if (found !== undefined) return text.slice(0, found.from) + written + text.slice(found.to);
  const last = tag.props.at(-1);
  // Inserted at the end, because `{...rest}` would override the values of preceding props.
  const at = text.slice(0, tag.kind === 'empty' ? -2 : -1).trimEnd().length;
  // If the attributes are on separate lines, so is the new attribute.
  const before = last === undefined ? ' ' : (/\s+$/.exec(text.slice(0, last.from))?.[0] ?? ' ');
  return `${text.slice(0, at)}${before}${written}${text.slice(at)}`;
}

function removeProp(text: string, { from, to }: Prop): string {
  const before = text.slice(0, from).trimEnd();
  return before + (/^[\s/>]/.test(text.slice(to)) ? '' : ' ') + text.slice(to);
}

const isSame = (one: PropValue, other: PropValue): boolean =>
  one.kind === 'switch' || other.kind === 'switch'
    ? one.kind === other.kind && 'isOn' in one && 'isOn' in other && one.isOn === other.isOn
    : one.kind === other.kind && one.text === other.text;

function writeValue(value: PropValue): string {
  switch (value.kind) {
    case 'switch':
      return value.isOn ? '' : '={false}';
    case 'number':
      return `={${value.text}}`;
    case 'expression':
      return `=${value.text}`;
    case 'text': {
      const text = value.text.replaceAll(/\s+/g, ' ').replaceAll(/&(?=#?\w+;)/g, '&amp;');
      return text.includes('"') && !text.includes("'") ? `='${text}'` : `="${text.replaceAll('"', '&quot;')}"`;
    }
  }
}
