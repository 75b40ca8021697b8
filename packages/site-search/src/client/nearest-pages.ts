/** Pages whose address and text are most similar to a missing address. */
import type { SearchAnswer, SearchHit } from '../engine/search-index.ts';

const MAX_NEAREST = 5;
/**
 * A matching address counts 1, and so does text with all of its words. A page with a lower sum than this isn't related.
 */
const LEAST_NEARNESS = 0.4;
const MAX_ADDRESS_CHARS = 200;
const MAX_STEPS = 4;

/**
 * Returns the pages with the most similar addresses, best first.
 *
 * @param address path inside the site, as the browser shows it
 */
export async function nearestPages(
  address: string,
  find: (query: string) => Promise<SearchAnswer>,
): Promise<readonly SearchHit[]> {
  const path = pagePath(address);
  const steps = path.split('/').map(wordsOf);
  // A moved page is found by its last path segment; a renamed page by the segments above it.
  const queries = [...new Set([steps.join(' '), ...steps.slice(-MAX_STEPS)])].filter((query) => query.trim() !== '');
  const answers = await Promise.all(queries.map((query) => find(`${query} `)));
  const most = Math.max(...queries.map(({ length }) => length));
  const byPath = new Map<string, { readonly hit: SearchHit; readonly nearness: number }>();
  for (const [place, { hits }] of answers.entries()) {
    const part = (queries[place] ?? '').length / most;
    for (const hit of hits) {
      // Squared, because half of an address is often a folder that many pages share.
      const nearness = likeness(path, hit.path) ** 2 + part * hit.coverage;
      const known = byPath.get(hit.path)?.nearness ?? LEAST_NEARNESS;
      if (nearness > known) byPath.set(hit.path, { hit, nearness });
    }
  }
  // A page in several versions is suggested once, in the most similar version.
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
    // An incomplete escape shouldn't prevent suggestions.
  }
  return path.replace(/\.(?:html?|mdx?|php|aspx?)$/i, '').replaceAll(/^\/+|\/+$/g, '');
}

const wordsOf = (step: string): string => step.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();

/** Returns the fraction of pairs of adjacent characters that two texts share, from 0 to 1 (Dice's coefficient). */
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
