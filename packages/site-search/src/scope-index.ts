/** The inverted index of one scope: words to sections, with weights by where a word stands. */
import { bestByPrefix, BestSections, groupByFirst } from './best-by-prefix.ts';
import type { PrefixFile, SectionChunk } from './engine/index-format.ts';
import { WordCounter, type IndexedSection, type PageLabel, type PageWords } from './count-words.ts';
import type { SearchPage, SearchSection } from './search-page.ts';
import { WordIds } from './word-ids.ts';
import { PostingsByWord } from './word-postings.ts';
import type { EncodedWord } from './write-shards.ts';

export interface ScopeFiles {
  readonly sections: number;
  /** Sorted by code unit. */
  readonly words: readonly EncodedWord[];
  /** By the first character; `isNew` says whether one may differ from the last time. */
  readonly prefixes: readonly { readonly first: string; readonly isNew: boolean; readonly file: () => PrefixFile }[];
  readonly chunks: readonly { readonly isNew: boolean; readonly chunk: () => SectionChunk }[];
}

/**
 * Takes the pages of one build after the other. What a page gave before is not counted again, and while every page keeps its
 * number of sections only the words of changed pages are touched. What comes out depends on the pages of the last build alone.
 */
export class ScopeIndex {
  readonly #ids = new WordIds();
  readonly #counter = new WordCounter(this.#ids);
  readonly #postings = new PostingsByWord(this.#ids);
  readonly #known = new WeakMap<readonly SearchSection[], { readonly key: string; readonly words: PageWords }>();
  readonly #keepsPages: boolean;
  #before: PageWords[] = [];
  #pages: PageWords[] = [];
  #chunked: readonly IndexedSection[] = [];

  /** Without `keepsPages` an index serves one build, and needs less memory. */
  constructor(keepsPages: boolean) {
    this.#keepsPages = keepsPages;
  }

  /** Forgets what was added and not asked for. */
  start(): void {
    this.#pages = [];
  }

  add(page: SearchPage): void {
    if (this.#keepsPages) {
      this.#pages.push(this.#wordsOf(page));
      return;
    }
    const words = this.#counter.count(page);
    this.#postings.append(words);
    this.#pages.push({ ...words, pairs: noPairs });
  }

  files(sectionsPerChunk: number): ScopeFiles {
    const pages = this.#pages;
    const changed = this.#keepsPages ? this.#takeOver(pages) : 'all';
    const placed = pages.flatMap(({ sections }) => sections);
    const chunks = chunksOf(placed, this.#chunked, sectionsPerChunk);
    const words = this.#postings.words();
    const groups = groupByFirst(words, this.#ids);
    const best = new BestSections(placed.length);
    this.#before = this.#keepsPages ? pages : [];
    this.#chunked = this.#keepsPages ? placed : [];
    this.#pages = [];
    return {
      sections: this.#postings.sections,
      words: words.map((id) => ({
        word: this.#ids.words[id] ?? '',
        name: this.#ids.nameOf(id),
        encoded: this.#postings.view(id).encoded,
        sections: this.#postings.view(id).sections,
      })),
      prefixes: [...groups].map(([first, group]) => ({
        first,
        isNew: changed === 'all' || changed.has(first),
        file: () => bestByPrefix(group, { ids: this.#ids, postings: this.#postings, best }),
      })),
      chunks,
    };
  }

  #wordsOf(page: SearchPage): PageWords {
    const { path, title, breadcrumbs, boost, keywords } = page;
    const key = JSON.stringify([path, title, breadcrumbs, boost, keywords]);
    const known = this.#known.get(page.sections);
    if (known?.key === key) return known.words;
    const words = this.#counter.count(page);
    this.#known.set(page.sections, { key, words });
    return words;
  }

  /** Brings the postings up to the pages. Gives the first characters of the words that changed. */
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
