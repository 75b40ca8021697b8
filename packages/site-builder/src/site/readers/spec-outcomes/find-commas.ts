import type { Shown } from './sample.ts';
import { linesOf, type Line } from './text-lines.ts';

/** It is there if one of `line` is, which is what it ends, and one of `following`. */
export interface Comma {
  readonly kind: 'comma';
  readonly line: readonly Shown[];
  readonly following: readonly Shown[];
}

/** The commas by their parts. Lines are read from the last one, so that each is compared with few others. */
export function findCommas(
  parts: readonly string[],
  shown: readonly (Shown | undefined)[],
  fallbacks: ReadonlySet<number>,
): ReadonlyMap<number, Comma> {
  const found = new Map<number, Comma>();
  /** The next line with each presence. */
  const next = new Map<Shown, number>();
  /** Lines with smaller and smaller indents: the list of a line ends at the first one. */
  const ends: Line[] = [];
  for (const line of linesOf(parts).toReversed()) {
    const { content, indent, start, commas } = line;
    const own = content === undefined ? undefined : shown[content];
    if (own !== undefined) while ((ends.at(-1)?.indent ?? -1) >= indent) ends.pop();
    const end = own === undefined ? Infinity : (ends.at(-1)?.start ?? Infinity);
    if (commas.length > 0) {
      const following = [...next].flatMap(([one, at]) => (at < end ? [one] : []));
      // A fallback replaces an entry with its end, but not with its comma.
      const replacing = shown.slice(start, line.end).filter((_, index) => fallbacks.has(start + index));
      const ended = [own, ...replacing].filter((one) => one !== undefined);
      for (const comma of commas) found.set(comma, { kind: 'comma', line: ended, following });
    }
    if (own === undefined) continue;
    ends.push(line);
    next.set(own, start);
  }
  return found;
}
