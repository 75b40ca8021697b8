/**
 * Finds pairs of opening and closing markers. A regular expression would search for the closing marker from every
 * opening marker, so an old page with many unclosed markers would take quadratic time. These functions take linear
 * time.
 */

export interface FoundTag {
  readonly start: number;
  /** Offset after the closing mark. */
  readonly end: number;
  /** The match of the opening pattern. */
  readonly opening: RegExpExecArray;
  /** The text between the opening match and the closing mark. */
  readonly attributes: string;
}

interface TagShape {
  /** The mark that ends a tag, `>` by default. Quoted values can contain it. */
  readonly closing?: '>' | '%}';
  /** An opening mark outside quotes means that the previous mark didn't open a tag. */
  readonly stopsAt?: '<';
}

/** Yields the tags whose beginning matches the global pattern `opening`, in order, without tags inside other tags. */
export function* findTags(text: string, opening: RegExp, shape: TagShape = {}): Generator<FoundTag> {
  const { closing = '>' } = shape;
  let ends: Int32Array | undefined;
  let at = 0;
  for (const match of text.matchAll(opening)) {
    if (match.index < at) continue;
    ends ??= listTagEnds(text, closing, shape.stopsAt);
    const from = match.index + match[0].length;
    const end = ends[from] ?? -1;
    if (end === -1) continue;
    yield { start: match.index, end, opening: match, attributes: text.slice(from, end - closing.length) };
    at = end;
  }
}

/** Lists, for each offset outside quotes, the offset after the mark that ends a tag there, or -1. */
function listTagEnds(text: string, closing: string, stopsAt: string | undefined): Int32Array {
  const ends = new Int32Array(text.length + 1).fill(-1);
  let double = -1;
  let single = -1;
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text[at];
    if (char === stopsAt) ends[at] = -1;
    else if (text.startsWith(closing, at)) ends[at] = at + closing.length;
    else if (char === '"') ends[at] = double === -1 ? -1 : (ends[double + 1] ?? -1);
    else if (char === "'") ends[at] = single === -1 ? -1 : (ends[single + 1] ?? -1);
    else ends[at] = ends[at + 1] ?? -1;
    if (char === '"') double = at;
    else if (char === "'") single = at;
  }
  return ends;
}

export function replaceTags(
  text: string,
  opening: RegExp,
  replace: (tag: string, attributes: string) => string,
  shape: TagShape = {},
): string {
  let out = '';
  let at = 0;
  for (const { start, end, attributes } of findTags(text, opening, shape)) {
    out += text.slice(at, start) + replace(text.slice(start, end), attributes);
    at = end;
  }
  return out + text.slice(at);
}

/**
 * Replaces each span from a match of the global pattern `opening` to the next match of the global pattern that
 * `closingOf` returns for it. An opening mark without an end is kept.
 */
export function replaceSpans(
  text: string,
  opening: RegExp,
  closingOf: (opening: string) => RegExp,
  replace: (span: string, inside: string, opening: string) => string,
): string {
  const unclosed = new Set<string>();
  let out = '';
  let at = 0;
  for (const match of text.matchAll(opening)) {
    if (match.index < at) continue;
    const closing = closingOf(match[0]);
    if (unclosed.has(closing.source)) continue;
    const from = match.index + match[0].length;
    const pattern = new RegExp(closing);
    pattern.lastIndex = from;
    const close = pattern.exec(text);
    if (close === null) {
      unclosed.add(closing.source);
      continue;
    }
    const end = close.index + close[0].length;
    out += text.slice(at, match.index) + replace(text.slice(match.index, end), text.slice(from, close.index), match[0]);
    at = end;
  }
  return out + text.slice(at);
}
