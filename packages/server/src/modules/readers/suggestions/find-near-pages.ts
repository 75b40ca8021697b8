import { countShared } from './signal.ts';

/** A page of the live site. */
export interface PageName {
  readonly path: string;
  readonly title: string;
}

interface Scored<Page> {
  readonly page: Page;
  /** From 0 to 1. */
  readonly score: number;
}

/** A page with at least this score counts as the new location of an address's content. */
export const redirectScore = 0.5;
const nearScore = 1 / 3;

/** At most three pages with words of a missing address in their path, best first. */
export function findNearPages<Page extends PageName>(path: string, pages: readonly Page[]): readonly Scored<Page>[] {
  const asked = wordsOf(path);
  return pages
    .map((page) => ({ page, score: similarity(asked, wordsOf(page.path)) }))
    .filter(({ score }) => score >= nearScore)
    .sort((a, b) => b.score - a.score || (a.page.path < b.page.path ? -1 : 1))
    .slice(0, 3);
}

interface PathWords {
  readonly all: ReadonlySet<string>;
  readonly last: string;
}

const splitWords = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

function wordsOf(path: string): PathWords {
  const segments = path
    .toLowerCase()
    .replace(/\.(?:html?|mdx?)$/, '')
    .split('/')
    .filter(Boolean);
  return { all: new Set(segments.flatMap(splitWords)), last: splitWords(segments.at(-1) ?? '').join('-') };
}

/** The share of common words; at least a half if the last segments are equal, because most moves keep them. */
function similarity(one: PathWords, other: PathWords): number {
  const shared = countShared(one.all, other.all);
  const ratio = shared === 0 ? 0 : shared / (one.all.size + other.all.size - shared);
  return one.last !== '' && one.last === other.last ? 0.5 + ratio / 2 : ratio / 1.5;
}
