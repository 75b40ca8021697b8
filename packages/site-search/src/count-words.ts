import type { SearchPage } from './search-page.ts';
import { runsOf } from './engine/tokenize.ts';
import { ownText } from './own-text.ts';
import type { WordIds } from './word-ids.ts';

/**
 * The weight of one occurrence by its field (BM25F: weighted counts of all fields are added, then saturated once). A
 * title outweighs any number of mentions in body text.
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
/** A word with this count has half its maximum weight. */
const SATURATION = 3.5;
/**
 * Number of words in a title and in a section's text above which each word counts less, because long text mentions
 * words in passing.
 */
const USUAL_TITLE = 3;
const USUAL_TEXT = 75;
const MAX_WEIGHT = 255;
const EXCERPT_CHARS = 180;
/** Weight of a synonym group if one of its words is in a text. */
const CONCEPT_PART = 0.6;

/** Minimum weight of a word in a heading; a word that is only in the text reaches it only by repetition. */
export const strongWeight = weightOf(counts.heading * 0.6, 1);

export type PageLabel = readonly [path: string, title: string, breadcrumbs: string];

export interface IndexedSection {
  /** Label of its page. */
  readonly label: PageLabel;
  readonly headingId: string;
  readonly heading: string;
  readonly text: string;
}

/** A page's contribution to the index of its scope. */
export interface PageWords {
  readonly sections: readonly IndexedSection[];
  /** Number of a word and `section of the page * 256 + weight`, alternating, by section. */
  readonly pairs: Uint32Array;
}

/** The words of a text, including repetitions, and the number of letter runs that contain them. */
interface TextWords {
  readonly ids: readonly number[];
  readonly runs: number;
}

/** Counts the words of pages, one page at a time, using the same scratch lists. */
export class WordCounter {
  readonly #ids: WordIds;
  /** For each word: the section in which it was last counted, and its count there. */
  #sectionOf = new Uint32Array(1024);
  #countOf = new Float64Array(1024);
  #section = 0;
  /** Words of the current section. */
  #found = new Uint32Array(1024);
  #size = 0;
  /** Pairs of the current page, in one array: an array for each section took 8% of the time. */
  #pairs = new Uint32Array(4096);
  #paired = 0;

  constructor(ids: WordIds) {
    this.#ids = ids;
  }

  count(page: SearchPage): PageWords {
    const own = page.sections[0]?.heading === '';
    const sections = own ? page.sections : [{ headingId: '', heading: '', text: '' }, ...page.sections];
    // Counted again in each section.
    const title = this.#read(page.title);
    const breadcrumbs = page.breadcrumbs.flatMap((label) => this.#read(label).ids);
    this.#paired = 0;
    for (const [index, section] of sections.entries()) {
      this.#section++;
      this.#size = 0;
      const titleCount = index === 0 ? counts.title / shareOf(title.runs, USUAL_TITLE) : counts.titleOfOtherSection;
      this.#add(title.ids, titleCount, true);
      if (index === 0) {
        for (const keyword of page.keywords) this.#add(this.#read(keyword).ids, counts.keyword, true);
        this.#add(this.#read(page.description).ids, counts.description, true);
        this.#add(this.#read(page.path).ids, counts.path, true);
      }
      this.#add(breadcrumbs, counts.breadcrumb, false);
      const heading = this.#read(section.heading);
      this.#add(heading.ids, counts.heading / shareOf(heading.runs, USUAL_TITLE), true);
      this.#addText(section.text);
      this.#pairUp(index, page.boost);
    }
    const label = [page.path, ownText(page.title), page.breadcrumbs.join(' › ')] as const;
    return {
      sections: sections.map(({ headingId, heading, text }, index) => ({
        label,
        headingId: ownText(headingId),
        heading: ownText(heading),
        text: ownText(excerpt(index === 0 && page.description !== '' ? `${page.description} ${text}` : text)),
      })),
      pairs: this.#pairs.slice(0, this.#paired),
    };
  }

  #read(text: string): TextWords {
    const runs = runsOf(text);
    const ids: number[] = [];
    for (const run of runs) for (const id of this.#ids.ofRun(run)) ids.push(id);
    return { ids, runs: runs.length };
  }

  #addText(text: string): void {
    const runs = runsOf(text);
    const count = counts.text / shareOf(runs.length, USUAL_TEXT);
    for (const run of runs) for (const id of this.#ids.ofRun(run)) this.#count(id, count);
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
    while (id >= this.#sectionOf.length) this.#grow();
    this.#sectionOf[id] = this.#section;
    this.#countOf[id] = count;
    this.#found[this.#size++] = id;
  }

  #grow(): void {
    this.#sectionOf = grown(this.#sectionOf);
    this.#countOf = grown(this.#countOf);
    this.#found = grown(this.#found);
  }

  /** Appends the words of the section with their weights to those of the previous sections. */
  #pairUp(section: number, boost: number): void {
    while (this.#paired + this.#size * 2 > this.#pairs.length) this.#pairs = grown(this.#pairs);
    const pairs = this.#pairs;
    let to = this.#paired;
    for (let at = 0; at < this.#size; at++) {
      const id = this.#found[at] ?? 0;
      pairs[to++] = id;
      pairs[to++] = (section << 8) | weightOf(this.#countOf[id] ?? 0, boost);
    }
    this.#paired = to;
  }
}

/** Returns a copy with twice the capacity. */
function grown<T extends Uint32Array | Float64Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}

/** Returns 1 for text of usual length, more for longer text. */
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
