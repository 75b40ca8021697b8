/** Pages whose addresses and texts are nearest to an address that the site does not have. */
import type { SearchAnswer, SearchHit } from '../engine/search-index.ts';

const MAX_NEAREST = 5;
/** An address that agrees and a text that has all of its words are 1 each: less than this is another page. */
const LEAST_NEARNESS = 0.4;
const MAX_ADDRESS_CHARS = 200;
const MAX_STEPS = 4;

/** `address`: path inside the site, as the reader's browser shows it. Best first; pages, not their sections. */
export async function nearestPages(
  address: string,
  find: (query: string) => Promise<SearchAnswer>,
): Promise<readonly SearchHit[]> {
  const path = pagePath(address);
  const steps = path.split('/').map(wordsOf);
  // A page that has moved is found by the step that names it; one that was renamed, by those that lead to it.
  const queries = [...new Set([steps.join(' '), ...steps.slice(-MAX_STEPS)])].filter((query) => query.trim() !== '');
  const answers = await Promise.all(queries.map((query) => find(`${query} `)));
  const most = Math.max(...queries.map(({ length }) => length));
  const byPath = new Map<string, { readonly hit: SearchHit; readonly nearness: number }>();
  for (const [place, { hits }] of answers.entries()) {
    const part = (queries[place] ?? '').length / most;
    for (const hit of hits) {
      // Squared: half of an address is the folder that many pages share.
      const nearness = likeness(path, hit.path) ** 2 + part * hit.coverage;
      const known = byPath.get(hit.path)?.nearness ?? LEAST_NEARNESS;
      if (nearness > known) byPath.set(hit.path, { hit, nearness });
    }
  }
  // A page that stands in several versions is suggested once, in the nearest.
  const byName = new Map<string, SearchHit>();
  for (const { hit } of [...byPath.values()].sort((a, b) => b.nearness - a.nearness)) {
    const name = [...hit.breadcrumbs, hit.title].join('\n');
    if (!byName.has(name)) byName.set(name, hit);
  }
  return [...byName.values()].slice(0, MAX_NEAREST);
}

function pagePath(address: string): string {
  let path = address.slice(0, MAX_ADDRESS_CHARS);
  try {
    path = decodeURIComponent(path);
  } catch {
    // Half an escape is no reason to suggest nothing.
  }
  return path.replace(/\.(?:html?|mdx?|php|aspx?)$/i, '').replaceAll(/^\/+|\/+$/g, '');
}

const wordsOf = (step: string): string => step.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();

/** 0…1: pairs of neighbouring characters that two texts share (Dice's coefficient). */
function likeness(one: string, other: string): number {
  const [first, second] = [pairsOf(one), pairsOf(other)];
  let shared = 0;
  for (const [pair, count] of first) shared += Math.min(count, second.get(pair) ?? 0);
  return (2 * shared) / Math.max(1, one.length + other.length + 2);
}

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  const edged = `/${text.toLowerCase()}/`;
  for (let at = 0; at + 1 < edged.length; at++) {
    const pair = edged.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
