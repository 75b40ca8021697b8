/** The inverted index of one scope: words to sections, with weights by where a word stands. */
import { isUnspaced, runsOf, wordsOfRun } from './client/tokenize.ts';
import type { PrefixFile, SectionChunk, WordPostings } from './client/index-format.ts';
import type { SearchPage } from './create-search-index.ts';

/** How much one occurrence counts. A title outweighs any number of mentions in a text. */
const weights = { title: 90, keyword: 60, heading: 45, titleOfOtherSection: 8, breadcrumb: 4, text: 5 } as const;
/** Further mentions in one section count less and less. */
const MAX_WEIGHT = 255;
const EXCERPT_CHARS = 180;
/** A word in more than this part of all sections is kept for titles and headings only. */
const COMMON_PART = 0.3;
const COMMON_LEAST = 400;
const MAX_SECTIONS_PER_WORD = 4000;
const PREFIX_RESULTS = 24;

/** `section * 256 + weight`, ascending: one array a word, which is what most of the memory of an index goes to. */
type Postings = number[];

export interface ScopeIndex {
  add(page: SearchPage): void;
  sections(): number;
  chunks(sectionsPerChunk: number): SectionChunk[];
  /** Sorted by code unit. */
  words(): WordPostings[];
}

interface StoredSection {
  readonly page: number;
  readonly headingId: string;
  readonly heading: string;
  readonly text: string;
}

export function createScopeIndex(): ScopeIndex {
  const words = new Map<string, Postings>();
  const pages: (readonly [string, string, string])[] = [];
  const stored: StoredSection[] = [];

  // Most runs of letters come again and again: what they count for is looked up by the run as it stands in the text.
  const postingsOfRun = new Map<string, readonly Postings[]>();
  const postingsOf = (run: string): readonly Postings[] => {
    const found = wordsOfRun(run).map((word) => {
      const known = words.get(word) ?? [];
      words.set(word, known);
      return known;
    });
    postingsOfRun.set(run, found);
    return found;
  };
  const count = (section: number, text: string, weight: number) => {
    if (text === '') return;
    for (const run of runsOf(text)) {
      for (const postings of postingsOfRun.get(run) ?? postingsOf(run)) countOne(postings, section, weight);
    }
  };

  return {
    add(page) {
      const pageNumber = pages.length;
      pages.push([page.path, page.title, page.breadcrumbs.join(' › ')]);
      const boosted = (weight: number) => Math.min(MAX_WEIGHT, Math.max(1, Math.round(weight * page.boost)));
      const top =
        page.sections[0]?.heading === '' ? page.sections : [{ headingId: '', heading: '', text: '' }, ...page.sections];
      top.forEach((section, index) => {
        const number = stored.length;
        stored.push({
          page: pageNumber,
          headingId: section.headingId,
          heading: section.heading,
          text: excerpt(section.text),
        });
        count(number, page.title, boosted(index === 0 ? weights.title : weights.titleOfOtherSection));
        if (index === 0) for (const keyword of page.keywords) count(number, keyword, boosted(weights.keyword));
        for (const label of page.breadcrumbs) count(number, label, boosted(weights.breadcrumb));
        count(number, section.heading, boosted(weights.heading));
        count(number, section.text, boosted(weights.text));
      });
    },
    sections: () => stored.length,
    chunks(sectionsPerChunk) {
      const chunks: SectionChunk[] = [];
      for (let first = 0; first < stored.length; first += sectionsPerChunk)
        chunks.push(writeChunk(stored.slice(first, first + sectionsPerChunk), pages));
      return chunks;
    },
    words: () => [...words.keys()].sort().map((word) => unpack(word, words.get(word) ?? [], stored.length)),
  };
}

function countOne(postings: Postings, section: number, weight: number): void {
  const last = postings.length - 1;
  const packed = postings[last] ?? -1;
  if (packed >> 8 !== section) {
    postings.push((section << 8) | weight);
    return;
  }
  const before = packed & 255;
  const after = Math.min(MAX_WEIGHT, before + (weight > 10 ? weight : Math.max(1, weight - (before >> 3))));
  postings[last] = (section << 8) | after;
}

/** The postings of a word, cut to titles and headings for a word that stands nearly everywhere. */
function unpack(word: string, postings: Postings, sections: number): WordPostings {
  const common = postings.length > COMMON_LEAST && postings.length > sections * COMMON_PART;
  const tooMany = postings.length > MAX_SECTIONS_PER_WORD;
  const least = common ? weights.breadcrumb * 4 : tooMany ? leastOfBest(postings, MAX_SECTIONS_PER_WORD) : 0;
  const kept =
    least === 0 ? postings : postings.filter((packed) => (packed & 255) >= least).slice(0, MAX_SECTIONS_PER_WORD);
  return { word, sections: kept.map((packed) => packed >> 8), weights: kept.map((packed) => packed & 255), common };
}

/** The weight that the `count` best reach. */
function leastOfBest(postings: Postings, count: number): number {
  return postings.map((packed) => packed & 255).sort((a, b) => b - a)[count - 1] ?? 0;
}

function excerpt(text: string): string {
  const start = text.slice(0, EXCERPT_CHARS * 2);
  const clean = (/[^\S ]|  /.test(start) ? start.replaceAll(/\s+/g, ' ') : start).trim();
  if (clean.length <= EXCERPT_CHARS) return clean;
  const cut = clean.lastIndexOf(' ', EXCERPT_CHARS);
  return `${clean.slice(0, cut > EXCERPT_CHARS / 2 ? cut : EXCERPT_CHARS).toWellFormed()}…`;
}

function writeChunk(
  sections: readonly StoredSection[],
  pages: readonly (readonly [string, string, string])[],
): SectionChunk {
  const local = new Map<number, number>();
  for (const { page } of sections) if (!local.has(page)) local.set(page, local.size);
  return {
    pages: [...local.keys()].map((page) => pages[page] ?? ['', '', '']),
    sections: sections.map(
      ({ page, headingId, heading, text }) => [local.get(page) ?? 0, headingId, heading, text] as const,
    ),
  };
}

/** The best sections for every one and two typed characters: what a reader sees before a third is there. */
export function bestByPrefix(words: readonly WordPostings[]): Map<string, PrefixFile> {
  const byPrefix = new Map<string, WordPostings[]>();
  for (const entry of words) {
    // Two characters of an unspaced script are a whole word, found in the shards.
    if (isUnspaced(entry.word)) continue;
    const [first = '', second = ''] = Array.from(entry.word.slice(0, 4));
    for (const prefix of new Set([first, first + second])) {
      const entries = byPrefix.get(prefix);
      if (entries === undefined) byPrefix.set(prefix, [entry]);
      else entries.push(entry);
    }
  }
  const files = new Map<string, Record<string, number[]>>();
  for (const [prefix, entries] of byPrefix) {
    const [key = ''] = Array.from(prefix);
    const file = files.get(key) ?? (Object.create(null) as Record<string, number[]>);
    files.set(key, file);
    file[prefix] = bestSections(prefix, entries);
  }
  return files;
}

/** Titles and headings are nearly always enough; texts are looked through only where they are not. */
function bestSections(prefix: string, entries: readonly WordPostings[]): number[] {
  const best = new Map<number, number>();
  for (const least of [weights.heading, 0]) {
    if (best.size >= PREFIX_RESULTS) break;
    for (const { word, sections, weights: all } of entries) {
      // A word that is the whole of what was typed comes before those that only begin with it.
      const factor = word === prefix ? 2 : 1;
      for (let index = 0; index < sections.length; index++) {
        const weight = all[index] ?? 1;
        if (weight >= least && weight * factor > (best.get(sections[index] ?? 0) ?? 0))
          best.set(sections[index] ?? 0, weight * factor);
      }
    }
  }
  return [...best]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, PREFIX_RESULTS)
    .flat();
}
