/** The offset after the `>` that ends a tag, or `undefined` if none exists within `maxLength`. */
export function findTagEnd(text: string, start: number, maxLength: number): number | undefined {
  let quote = '';
  let depth = 0;
  const limit = Math.min(text.length, start + maxLength);
  for (let at = start + 1; at < limit; at++) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '{') depth++;
    else if (character === '}') depth--;
    else if (character === '>' && depth <= 0) return at + 1;
    // A tag opened inside another shows that the first wasn't one: `a < b and <C>`.
    else if (character === '<' && depth === 0) return undefined;
  }
  return undefined;
}

export interface Attribute {
  readonly name: string;
  /** Offsets of the value without its quotes. */
  readonly start: number;
  readonly end: number;
}

/** A tag's attributes with quoted values. */
export function readAttributes(tag: string): Attribute[] {
  const attributes: Attribute[] = [];
  for (const match of tag.matchAll(
    /(?<=\s)(?<name>[A-Za-z][\w:.-]{0,60})=(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/dg,
  )) {
    const span = match.indices?.groups?.['double'] ?? match.indices?.groups?.['single'];
    if (span !== undefined) attributes.push({ name: match.groups?.['name'] ?? '', start: span[0], end: span[1] });
  }
  return attributes;
}
