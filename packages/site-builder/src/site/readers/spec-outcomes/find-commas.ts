import type { Shown } from './sample.ts';
import { linesOf, type Line } from './text-lines.ts';

/** A comma is present if a part of `line`, which the comma ends, and a part of `following` are present. */
export interface Comma {
  readonly kind: 'comma';
  readonly line: readonly Shown[];
  readonly following: readonly Shown[];
}

/**
 * Finds the commas, keyed by the numbers of their parts. Lines are read backward, so that each is compared with only a
 * few others.
 */
export function findCommas(
  parts: readonly string[],
  shown: readonly (Shown | undefined)[],
  fallbacks: ReadonlySet<number>,
): ReadonlyMap<number, Comma> {
  const found = new Map<number, Comma>();
  /** For each `Shown`, the start of the next line whose content has it. */
  const next = new Map<Shown, number>();
  /** Lines with decreasing indents: the list that contains a line ends at the first of them. */
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
