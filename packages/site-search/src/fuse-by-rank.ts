/** Merges two rankings: by the query's words, and by its meaning. */
import type { SearchHit } from './engine/search-index.ts';

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). Their offset of 60 is for lists of a thousand from
 * many systems: with two lists of fifty, it ranks results in both lists, at any position, above the first result of one
 * list (`bench/details.md`).
 */
const RANK_OFFSET = 5;
/**
 * The minimum weight of a ranking. The more of the query's words a page has, the more the ranking by words counts, and
 * the less the ranking by meaning.
 */
const LEAST_PART = 0.3;
/** Score of the best result if no result was found by words. */
const UNNAMED_SCORE = 0.5;

/**
 * Merges two lists that are sorted best first. A page is ranked by the sum of the reciprocals of its two ranks; its
 * sections keep the order of the ranking by words, followed by those found only by meaning.
 */
export function fuseByRank(byWords: readonly SearchHit[], byMeaning: readonly SearchHit[]): SearchHit[] {
  const covered = byWords[0]?.coverage ?? 0;
  const scores = new Map<string, number>();
  const count = (hits: readonly SearchHit[], weight: number) => {
    for (const [rank, page] of [...new Set(hits.map(pageOf))].entries())
      scores.set(page, (scores.get(page) ?? 0) + weight / (RANK_OFFSET + rank));
  };
  count(byWords, LEAST_PART + (1 - LEAST_PART) * covered);
  count(byMeaning, 1 - (1 - LEAST_PART) * covered);
  const known = new Set(byWords.map(sectionOf));
  const all = [...byWords, ...byMeaning.filter((hit) => !known.has(sectionOf(hit)))];
  const best = Math.max(...scores.values());
  const top = byWords[0]?.score ?? UNNAMED_SCORE;
  // Sorting is stable: sections of one page keep their order.
  return all
    .map((hit) => ({ ...hit, score: (top * (scores.get(pageOf(hit)) ?? 0)) / best }))
    .sort((a, b) => b.score - a.score);
}

export const pageOf = ({ scope, path }: SearchHit): string => `${scope}\n${path}`;
const sectionOf = (hit: SearchHit): string => `${pageOf(hit)}\n${hit.anchor}\n${hit.heading}`;
