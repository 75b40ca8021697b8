/** Two orders of results as one: that of the query's words, and that of its meaning. */
import type { SearchHit } from './engine/search-index.ts';

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). Their offset of 60 is for lists of a thousand
 * from many systems: with two lists of fifty it ranks what both contain anywhere above what one ranks first
 * (`bench/details.md`).
 */
const RANK_OFFSET = 5;
/** What an order counts at least. The more of the query's words a page has, the more the words' order counts, and the less its meaning's. */
const LEAST_PART = 0.3;
/** Score of the best result if no word found any. */
const UNNAMED_SCORE = 0.5;

/**
 * Both lists best first. A page is ranked by the sum of the reciprocals of its two ranks; its sections stay in the order in which words
 * found them, and those that only meaning found follow.
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
