import type { SearchPage } from './search-page.ts';
import { runsOf } from './engine/tokenize.ts';
import type { WordIds } from './word-ids.ts';

/** How much one occurrence counts. A title outweighs any number of mentions in a text. */
export const weights = { title: 90, keyword: 60, heading: 45, titleOfOtherSection: 8, breadcrumb: 4, text: 5 } as const;
/** Further mentions in one section count less and less. */
const MAX_WEIGHT = 255;
const EXCERPT_CHARS = 180;

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
  /** By word: the section in which it was counted last, and where its pair stands. */
  readonly #sectionOf: number[] = [];
  readonly #placeOf: number[] = [];
  #section = 0;
  #pairs: number[] = [];

  constructor(ids: WordIds) {
    this.#ids = ids;
  }

  count(page: SearchPage): PageWords {
    this.#pairs = [];
    const boosted = (weight: number) => Math.min(MAX_WEIGHT, Math.max(1, Math.round(weight * page.boost)));
    const own = page.sections[0]?.heading === '';
    const sections = own ? page.sections : [{ headingId: '', heading: '', text: '' }, ...page.sections];
    for (const [index, section] of sections.entries()) {
      this.#section++;
      this.#add(index, page.title, boosted(index === 0 ? weights.title : weights.titleOfOtherSection));
      if (index === 0) for (const keyword of page.keywords) this.#add(index, keyword, boosted(weights.keyword));
      for (const label of page.breadcrumbs) this.#add(index, label, boosted(weights.breadcrumb));
      this.#add(index, section.heading, boosted(weights.heading));
      this.#add(index, section.text, boosted(weights.text));
    }
    const label = [page.path, page.title, page.breadcrumbs.join(' › ')] as const;
    return {
      sections: sections.map(({ headingId, heading, text }) => ({ label, headingId, heading, text: excerpt(text) })),
      pairs: Uint32Array.from(this.#pairs),
    };
  }

  #add(index: number, text: string, weight: number): void {
    if (text === '') return;
    const pairs = this.#pairs;
    for (const run of runsOf(text)) {
      for (const id of this.#ids.ofRun(run)) {
        if (this.#sectionOf[id] === this.#section) {
          const place = this.#placeOf[id] ?? 0;
          pairs[place] = (index << 8) | more((pairs[place] ?? 0) & 255, weight);
        } else {
          this.#sectionOf[id] = this.#section;
          this.#placeOf[id] = pairs.push(id, (index << 8) | weight) - 1;
        }
      }
    }
  }
}

function more(before: number, weight: number): number {
  return Math.min(MAX_WEIGHT, before + (weight > 10 ? weight : Math.max(1, weight - (before >> 3))));
}

function excerpt(text: string): string {
  const start = text.slice(0, EXCERPT_CHARS * 2);
  const clean = (/[^\S ]|  /.test(start) ? start.replaceAll(/\s+/g, ' ') : start).trim();
  if (clean.length <= EXCERPT_CHARS) return clean;
  const cut = clean.lastIndexOf(' ', EXCERPT_CHARS);
  return `${clean.slice(0, cut > EXCERPT_CHARS / 2 ? cut : EXCERPT_CHARS).toWellFormed()}…`;
}
