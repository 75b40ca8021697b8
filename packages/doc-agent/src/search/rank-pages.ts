import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';

export interface RankedPage {
  readonly path: string;
  readonly title: string;
  readonly score: number;
  /** Lines around the best hit. */
  readonly excerpt: string;
}

/** Words too common to tell pages apart. */
const stopWords = new Set(
  'a an and are as at be by can do for from how i if in is it of on or that the this to we what when where which with you'.split(
    ' ',
  ),
);

/**
 * Pages by how well they fit a query: each word counts by how rare it is (the idf of BM25) and by where it stands:
 * path and title 8, headings 3, body 1, each with falling returns.
 */
export function rankPages(pages: readonly (readonly [string, string])[], query: string, limit: number): RankedPage[] {
  const words = toWords(query);
  const scanned = pages.map(([path, text]) => scanPage(path, text, words));
  const rarity = words.map((_, index) => {
    const holding = scanned.filter((page) => (page.weights[index] ?? 0) > 0).length;
    return Math.log(1 + (scanned.length - holding + 0.5) / (holding + 0.5));
  });
  return scanned
    .map((page) => ({
      ...page,
      score: page.weights.reduce((sum, weight, index) => sum + (rarity[index] ?? 0) * (weight / (weight + 4)), 0),
    }))
    .filter((page) => page.score > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, limit)
    .map(({ path, title, score, text }) => ({
      path,
      title,
      score: Math.round(score * 1000) / 1000,
      excerpt: excerpt(text, words),
    }));
}

function toWords(query: string): string[] {
  const all = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const telling = all.filter((word) => !stopWords.has(word));
  return [...new Set(telling.length > 0 ? telling : all)].slice(0, 20);
}

interface ScannedPage {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly weights: readonly number[];
}

function scanPage(path: string, text: string, words: readonly string[]): ScannedPage {
  const { yaml, body } = splitFrontmatter(text);
  const title = /^title:\s*["']?(.*?)["']?\s*$/m.exec(yaml)?.[1] ?? path;
  const head =
    `${path.replace(/[/_-]/g, ' ')} ${title} ${/^description:\s*(.*)$/m.exec(yaml)?.[1] ?? ''}`.toLowerCase();
  const headings = (body.match(/^#{1,6} .*$/gm) ?? []).join('\n').toLowerCase();
  const lower = body.toLowerCase();
  const weights = words.map((word) => 8 * count(head, word) + 3 * count(headings, word) + count(lower, word));
  return { path, title, text: body, weights };
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
