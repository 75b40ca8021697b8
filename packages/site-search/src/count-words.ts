import type { SearchPage } from './search-page.ts';
import { runsOf } from './engine/tokenize.ts';
import type { WordIds } from './word-ids.ts';

/**
 * What one occurrence counts, by where it stands (BM25F: weighted counts of all fields are added, then saturated once). A title
 * outweighs any number of mentions in a text.
 */
const counts = {
  title: 14,
  keyword: 10,
  heading: 7,
  description: 3,
  path: 1.5,
  titleOfOtherSection: 1.2,
  breadcrumb: 0.8,
  text: 1,
} as const;
/** A word that is counted so often has half of the most that it can reach. */
const SATURATION = 3.5;
/** Words of a title and of a section's text from which on each counts less: what is said at length says each word in passing. */
const USUAL_TITLE = 3;
const USUAL_TEXT = 75;
const MAX_WEIGHT = 255;
const EXCERPT_CHARS = 180;
/** What a group of synonyms counts where one of its words stands in a text. */
const CONCEPT_PART = 0.6;

/** The weight that a word in a heading has at least: one in a text alone reaches it only by being repeated. */
export const strongWeight = weightOf(counts.heading * 0.6, 1);

export type PageLabel = readonly [path: string, title: string, breadcrumbs: string];

export interface IndexedSection {
  /** Of its page. */
  readonly label: PageLabel;
  readonly headingId: string;
  readonly heading: string;
  readonly text: string;
}

/** What one page gives to the index of its scope. */
export interface PageWords {
  readonly sections: readonly IndexedSection[];
  /** Number of a word and `section of the page * 256 + weight`, one behind the other, by section. */
  readonly pairs: Uint32Array;
}

/** Counts the words of pages, one after the other, over the same scratch lists. */
export class WordCounter {
  readonly #ids: WordIds;
  /** By word: the section in which it was counted last, and its count there. */
  readonly #sectionOf: number[] = [];
  readonly #countOf: number[] = [];
  /** Words of the section that is counted. */
  #found: number[] = [];
  #section = 0;

  constructor(ids: WordIds) {
    this.#ids = ids;
  }

  count(page: SearchPage): PageWords {
    const pairs: number[] = [];
    const own = page.sections[0]?.heading === '';
    const sections = own ? page.sections : [{ headingId: '', heading: '', text: '' }, ...page.sections];
    const titleRuns = runsOf(page.title);
    // Counted again in each section.
    const title = this.#idsOf(titleRuns);
    const breadcrumbs = page.breadcrumbs.flatMap((label) => this.#idsOf(runsOf(label)));
    const titleLength = shareOf(titleRuns.length, USUAL_TITLE);
    for (const [index, section] of sections.entries()) {
      this.#section++;
      this.#found = [];
      this.#add(title, index === 0 ? counts.title / titleLength : counts.titleOfOtherSection, true);
      if (index === 0) {
        for (const keyword of page.keywords) this.#add(this.#idsOf(runsOf(keyword)), counts.keyword, true);
        this.#add(this.#idsOf(runsOf(page.description)), counts.description, true);
        this.#add(this.#idsOf(runsOf(page.path)), counts.path, true);
      }
      this.#add(breadcrumbs, counts.breadcrumb, false);
      const heading = runsOf(section.heading);
      this.#add(this.#idsOf(heading), counts.heading / shareOf(heading.length, USUAL_TITLE), true);
      const text = runsOf(section.text);
      const textCount = counts.text / shareOf(text.length, USUAL_TEXT);
      for (const run of text) for (const id of this.#ids.ofRun(run)) this.#count(id, textCount);
      for (const id of this.#found) pairs.push(id, (index << 8) | weightOf(this.#countOf[id] ?? 0, page.boost));
    }
    const label = [page.path, page.title, page.breadcrumbs.join(' › ')] as const;
    return {
      sections: sections.map(({ headingId, heading, text }, index) => ({
        label,
        headingId,
        heading,
        text: excerpt(index === 0 && page.description !== '' ? `${page.description} ${text}` : text),
      })),
      pairs: Uint32Array.from(pairs),
    };
  }

  #idsOf(runs: readonly string[]): number[] {
    return runs.flatMap((run) => this.#ids.ofRun(run));
  }

  #add(ids: readonly number[], count: number, isMeant: boolean): void {
    for (const id of ids) {
      this.#count(id, count);
      if (isMeant) for (const concept of this.#ids.conceptsOf(id)) this.#count(concept, count * CONCEPT_PART);
    }
  }

  #count(id: number, count: number): void {
    if (this.#sectionOf[id] === this.#section) {
      this.#countOf[id] = (this.#countOf[id] ?? 0) + count;
      return;
    }
    this.#sectionOf[id] = this.#section;
    this.#countOf[id] = count;
    this.#found.push(id);
  }
}

/** 1 for a usual length, more for a longer one. */
function shareOf(length: number, usual: number): number {
  return 0.5 + (0.5 * length) / usual;
}

function weightOf(count: number, boost: number): number {
  const weight = Math.round(MAX_WEIGHT * (count / (count + SATURATION)) * boost);
  return Math.min(MAX_WEIGHT, Math.max(1, weight));
}

function excerpt(text: string): string {
  const start = text.slice(0, EXCERPT_CHARS * 2);
  const clean = (/[^\S ]|  /.test(start) ? start.replaceAll(/\s+/g, ' ') : start).trim();
  if (clean.length <= EXCERPT_CHARS) return clean;
  const cut = clean.lastIndexOf(' ', EXCERPT_CHARS);
  return `${clean.slice(0, cut > EXCERPT_CHARS / 2 ? cut : EXCERPT_CHARS).toWellFormed()}…`;
}
