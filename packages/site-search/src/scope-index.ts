/** A scope's inverted index: words to sections, weighted by the field that contains the word. */
import { bestByPrefix, BestSections, groupByFirst } from './best-by-prefix.ts';
import { writeVocabulary, type PageList, type PrefixFile, type SectionChunk } from './engine/index-format.ts';
import { createConcepts } from './engine/concepts.ts';
import { languageOf } from './languages/languages.ts';
import { WordCounter, type IndexedSection, type PageLabel, type PageWords } from './count-words.ts';
import type { SearchPage, SearchSection } from './search-page.ts';
import { WordIds } from './word-ids.ts';
import { PostingsOfBuild } from './postings-of-build.ts';
import { PostingsByWord, type WordView, type WordViews } from './word-postings.ts';
import type { EncodedWord } from './write-shards.ts';

export interface ScopeFiles {
  readonly sections: number;
  /** Sorted by code unit. */
  readonly words: readonly EncodedWord[];
  /** Keyed by the first character. `isNew`: whether an entry may differ from the last build. */
  readonly prefixes: readonly { readonly first: string; readonly isNew: boolean; readonly file: () => PrefixFile }[];
  readonly chunks: readonly { readonly isNew: boolean; readonly chunk: () => SectionChunk }[];
  readonly pages: PageList;
  readonly vocabulary: string;
}

export interface ScopeIndexOptions {
  /** The words of a language, which all scopes in this language share. */
  readonly words: LanguageWords;
  /** Whether an index is used for successive builds; if not, it needs less memory. */
  readonly keepsPages: boolean;
}

/** The numbers of a language's words. */
export class LanguageWords {
  readonly ids: WordIds;
  readonly counter: WordCounter;

  /**
   * @param synonyms words that the site uses as synonyms
   * @param words words numbered in an earlier process
   */
  constructor(language: string, synonyms: readonly (readonly string[])[], words?: readonly string[]) {
    this.ids = new WordIds(createConcepts(languageOf(language), synonyms), words);
    this.counter = new WordCounter(this.ids);
  }
}

/**
 * Receives the pages of successive builds. Unchanged pages aren't counted again, and while every page keeps its number
 * of sections, only the words of changed pages are updated. The result depends only on the pages of the last build.
 */
export class ScopeIndex {
  readonly #ids: WordIds;
  readonly #counter: WordCounter;
  /** Used for successive builds. */
  readonly #postings: PostingsByWord;
  #ofBuild: PostingsOfBuild;
  readonly #known = new WeakMap<readonly SearchSection[], { readonly key: string; readonly words: PageWords }>();
  readonly #keepsPages: boolean;
  #before: PageWords[] = [];
  #pages: PageWords[] = [];
  #placed: PagePlace[] = [];
  #chunked: readonly IndexedSection[] = [];
  #firsts: ReadonlyMap<string, number> = new Map();

  constructor({ words, keepsPages }: ScopeIndexOptions) {
    this.#ids = words.ids;
    this.#counter = words.counter;
    this.#postings = new PostingsByWord(this.#ids);
    this.#ofBuild = new PostingsOfBuild(this.#ids);
    this.#keepsPages = keepsPages;
  }

  /** Discards pages that were added but not requested. */
  start(): void {
    this.#pages = [];
    this.#placed = [];
    this.#ofBuild = new PostingsOfBuild(this.#ids);
  }

  add(page: SearchPage): PageWords {
    const words = this.#keepsPages ? this.#wordsOf(page) : this.#counter.count(page);
    this.addCounted(page, words);
    return words;
  }

  /** Adds a page whose words have been counted with the same numbers. */
  addCounted({ breadcrumbs, tags }: Pick<SearchPage, 'breadcrumbs' | 'tags'>, words: PageWords): void {
    this.#placed.push({ group: breadcrumbs[0], tags });
    if (this.#keepsPages) {
      this.#pages.push(words);
      return;
    }
    this.#ofBuild.append(words);
    this.#pages.push({ ...words, pairs: noPairs });
  }

  files(sectionsPerChunk: number): ScopeFiles {
    const pages = this.#pages;
    const changed = this.#keepsPages ? this.#takeOver(pages) : 'all';
    const placed = pages.flatMap(({ sections }) => sections);
    const chunks = chunksOf(placed, this.#chunked, sectionsPerChunk);
    const pageList = listPages(pages, this.#placed);
    const postings = this.#keepsPages ? this.#postings : this.#ofBuild;
    // Released as soon as the caller has written the files.
    this.#ofBuild = new PostingsOfBuild(this.#ids);
    const words = postings.words();
    const groups = groupByFirst(words, this.#ids);
    const best = new BestSections(placed.length);
    this.#before = this.#keepsPages ? pages : [];
    this.#chunked = this.#keepsPages ? placed : [];
    this.#firsts = firstSections(placed);
    this.#pages = [];
    this.#placed = [];
    return {
      sections: postings.sections,
      words: words.map((id) => ({
        word: this.#ids.words[id] ?? '',
        name: this.#ids.nameOf(id),
        encoded: postings.view(id).encoded,
        sections: postings.view(id).sections,
      })),
      prefixes: [...groups].map(([first, group]) => ({
        first,
        isNew: changed === 'all' || changed.has(first),
        file: () => bestByPrefix(group, { ids: this.#ids, postings, best }),
      })),
      chunks,
      pages: pageList,
      vocabulary: this.#vocabulary(words, postings),
    };
  }

  /** Returns the first section of a page, as last written. */
  firstSection(path: string): number | undefined {
    return this.#firsts.get(path);
  }

  /** Writes the words for spelling correction: letters only, and if there are very many, only the most frequent. */
  #vocabulary(words: readonly number[], postings: WordViews): string {
    const known = words.filter((id) => this.#ids.isSpelt(id) && isRepeated(postings.view(id)));
    if (known.length <= MAX_VOCABULARY) return writeVocabulary(known.map((id) => this.#ids.words[id] ?? ''));
    const counts = known.map((id) => postings.view(id).sections).sort((a, b) => b - a);
    const least = (counts[MAX_VOCABULARY] ?? 0) + 1;
    return writeVocabulary(
      known.filter((id) => postings.view(id).sections >= least).map((id) => this.#ids.words[id] ?? ''),
    );
  }

  #wordsOf(page: SearchPage): PageWords {
    const { path, title, description, breadcrumbs, boost, keywords } = page;
    const key = JSON.stringify([path, title, description, breadcrumbs, boost, keywords]);
    const known = this.#known.get(page.sections);
    if (known?.key === key) return known.words;
    const words = this.#counter.count(page);
    this.#known.set(page.sections, { key, words });
    return words;
  }

  /** Updates the postings from the pages. Returns the first characters of the words that changed. */
  #takeOver(pages: readonly PageWords[]): 'all' | ReadonlySet<string> {
    const before = this.#before;
    const isAligned =
      before.length === pages.length &&
      pages.every(({ sections }, index) => sections.length === before[index]?.sections.length);
    if (!isAligned) {
      this.#postings.clear();
      for (const page of pages) this.#postings.append(page);
      return 'all';
    }
    const firsts = new Set<string>();
    let section = 0;
    for (const [index, page] of pages.entries()) {
      const old = before[index];
      if (old !== undefined && old !== page)
        for (const id of this.#postings.replace(section, old, page)) firsts.add(this.#ids.prefixesOf(id)[0] ?? '');
      section += page.sections.length;
    }
    return firsts;
  }
}

/** Maximum number of words that a browser loads to correct a typo: 60 KB. */
const MAX_VOCABULARY = 12_000;

interface PagePlace {
  readonly group: string | undefined;
  readonly tags: readonly string[];
}

function firstSections(placed: readonly IndexedSection[]): Map<string, number> {
  const firsts = new Map<string, number>();
  for (const [section, { label }] of placed.entries()) if (!firsts.has(label[0])) firsts.set(label[0], section);
  return firsts;
}

function listPages(pages: readonly PageWords[], places: readonly PagePlace[]): PageList {
  const groups = [...new Set(places.flatMap(({ group }) => group ?? []))];
  const numbers = new Map(groups.map((group, index) => [group, index]));
  const tags = Object.create(null) as Record<string, number[]>;
  for (const [page, place] of places.entries()) for (const tag of place.tags) (tags[tag] ??= []).push(page);
  return {
    sections: pages.map(({ sections }) => sections.length),
    groups,
    groupOf: places.map(({ group }) => (group === undefined ? -1 : (numbers.get(group) ?? -1))),
    tags,
  };
}

/** Whether a word occurs more than once, or in a heading; otherwise, it may itself be a typo. */
function isRepeated({ sections, strong }: WordView): boolean {
  return sections > 1 || strong.length > 0;
}

const noPairs = new Uint32Array(0);

function chunksOf(
  placed: readonly IndexedSection[],
  before: readonly IndexedSection[],
  size: number,
): ScopeFiles['chunks'] {
  const chunks: { readonly isNew: boolean; readonly chunk: () => SectionChunk }[] = [];
  for (let first = 0; first < placed.length; first += size) {
    const sections = placed.slice(first, first + size);
    const isSame =
      Math.min(before.length, first + size) - first === sections.length &&
      sections.every((section, index) => isSameSection(section, before[first + index]));
    chunks.push({ isNew: !isSame, chunk: () => writeChunk(sections) });
  }
  return chunks;
}

function isSameSection(one: IndexedSection, other: IndexedSection | undefined): boolean {
  if (one === other) return true;
  return (
    other !== undefined &&
    one.text === other.text &&
    one.heading === other.heading &&
    one.headingId === other.headingId &&
    (one.label === other.label || one.label.every((part, index) => part === other.label[index]))
  );
}

function writeChunk(sections: readonly IndexedSection[]): SectionChunk {
  const pages = new Map<PageLabel, number>();
  for (const { label } of sections) if (!pages.has(label)) pages.set(label, pages.size);
  return {
    pages: [...pages.keys()],
    sections: sections.map(
      ({ label, headingId, heading, text }) => [pages.get(label) ?? 0, headingId, heading, text] as const,
    ),
  };
}
