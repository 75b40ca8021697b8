import { findLinks, maskCode } from '../links/find-links.ts';
import type { GateIssue, JsonValue } from '../ports.ts';
import { createLineCounter } from '../text/count-lines.ts';
import type { TextEdit } from '../text/edit-text.ts';
import type { CorrectedLink } from './corrected-link.ts';

interface LinkFix {
  readonly edit: TextEdit;
  readonly reason: CorrectedLink;
}

/**
 * Corrects broken anchors for which the gate names the only heading that begins like the anchor. Other broken anchors,
 * and redirects without a target, are listed as open.
 */
export function findAnchorFixes(
  files: readonly (readonly [string, string])[],
  issues: readonly GateIssue[],
): { readonly fixes: readonly LinkFix[]; readonly open: readonly JsonValue[] } {
  const texts = new Map(files);
  const fixes: LinkFix[] = [];
  const open: JsonValue[] = [];
  const takePlace = createPlaceFinder(texts);
  for (const { path, line, code, message, fix } of issues) {
    if (code === 'redirect-target' || code === 'redirect-cycle') {
      open.push({
        path,
        ...(line === undefined ? {} : { line }),
        target: /destination "([^"]+)"/.exec(message)?.[1] ?? '',
        note: message,
      });
      continue;
    }
    const target = /^The link "([^"]+)"/.exec(message)?.[1];
    if (code !== 'broken-anchor' || target === undefined || !texts.has(path)) continue;
    const id = /"#([^"]+)"/.exec(fix ?? '')?.[1];
    const place = takePlace(path, target, line);
    if (id === undefined || place === undefined) {
      open.push({ path, ...(line === undefined ? {} : { line }), target, note: 'its page has no such anchor' });
      continue;
    }
    const written = target.replace(/#[^#]*$/, () => `#${id}`);
    fixes.push({
      edit: { start: place.start, end: place.end, text: written },
      reason: { path, line: place.line, from: target, to: written, reason: 'the only heading with this beginning' },
    });
  }
  return { fixes, open };
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** Returns a function that finds the first link with this target near a line, each link only once. */
function createPlaceFinder(
  texts: ReadonlyMap<string, string>,
): (path: string, target: string, line: number | undefined) => Place | undefined {
  const placesOf = new Map<string, ReadonlyMap<string, Place[]>>();
  return (path, target, line) => {
    const places = placesOf.get(path) ?? listPlaces(path, texts.get(path) ?? '');
    placesOf.set(path, places);
    const left = places.get(target) ?? [];
    const at = left.findIndex((place) => line === undefined || Math.abs(place.line - line) <= maxLinesApart);
    return at === -1 ? undefined : left.splice(at, 1)[0];
  };
}

/** The positions of a page's links, by target. */
function listPlaces(path: string, text: string): ReadonlyMap<string, Place[]> {
  const lineAt = createLineCounter(text);
  const places = findLinks(path, text).map(({ start, end, target }) => ({ target, start, end, line: lineAt(start) }));
  return Map.groupBy(places, ({ target }) => target);
}

/** A finding has the line of its block; the link may be on a later line. */
const maxLinesApart = 40;

/** Finds doubled parentheses: in `[a]((/b))`, Markdown treats the inner parentheses as part of the address. */
export function findDoubledParentheses(files: readonly (readonly [string, string])[]): LinkFix[] {
  return files.flatMap(([path, text]) => {
    if (!text.includes(']((')) return [];
    const lineAt = createLineCounter(text);
    return [...maskCode(text).matchAll(/(?<=\]\()\((?<target>[^\s()]+)\)(?=\))/g)].map(({ 0: from, index, groups }) => {
      const to = groups?.['target'] ?? '';
      return {
        edit: { start: index, end: index + from.length, text: to },
        reason: { path, line: lineAt(index), from, to, reason: 'doubled parentheses' },
      };
    });
  });
}
