import type { PageCard } from './page-card.ts';

export interface SearchedPage {
  readonly path: string;
  readonly text: string;
  readonly card: PageCard;
}

export interface RankedPage {
  readonly path: string;
  readonly title: string;
  readonly score: number;
  /** Lines around the best hit. */
  readonly excerpt: string;
}

/** Words that are too common to distinguish pages. */
const stopWords = new Set(
  'a an and are as at be by can do for from how i if in is it of on or that the this to we what when where which with you'.split(
    ' ',
  ),
);

/**
 * Ranks pages by how well they match a query. Each word is weighted by its rarity (the IDF of BM25) and by its position
 * (path and title 8, headings 3, body 1), each with diminishing returns.
 */
export function rankPages(pages: readonly SearchedPage[], query: string, limit: number): RankedPage[] {
  const words = toWords(query);
  const scanned = pages.map((page) => ({ page, weights: weigh(page, words) }));
  const rarity = words.map((_, index) => {
    const holding = scanned.filter(({ weights }) => (weights[index] ?? 0) > 0).length;
    return Math.log(1 + (scanned.length - holding + 0.5) / (holding + 0.5));
  });
  return scanned
    .map(({ page, weights }) => ({
      page,
      score: weights.reduce((sum, weight, index) => sum + (rarity[index] ?? 0) * (weight / (weight + 4)), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.page.path < b.page.path ? -1 : 1))
    .slice(0, limit)
    .map(({ page, score }) => ({
      path: page.path,
      title: page.card.title,
      score: Math.round(score * 1000) / 1000,
      excerpt: excerpt(page.text.slice(page.card.bodyStart), words),
    }));
}

function toWords(query: string): string[] {
  const all = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const telling = all.filter((word) => !stopWords.has(word));
  return [...new Set(telling.length > 0 ? telling : all)].slice(0, 20);
}

function weigh({ card }: SearchedPage, words: readonly string[]): readonly number[] {
  return words.map((word) => 8 * count(card.head, word) + 3 * count(card.headings, word) + count(card.body, word));
}

function count(text: string, word: string): number {
  let found = 0;
  for (let at = text.indexOf(word); at !== -1 && found < 50; at = text.indexOf(word, at + word.length)) found++;
  return found;
}

function excerpt(body: string, words: readonly string[]): string {
  const lines = body.split('\n');
  const best = lines.findIndex((line) => words.some((word) => line.toLowerCase().includes(word)));
  return lines
    .slice(Math.max(0, best), Math.max(0, best) + 3)
    .join('\n')
    .trim()
    .slice(0, 300);
}
