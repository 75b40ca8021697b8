import { toWordView, type WordView } from './word-postings.ts';
import type { PageWords } from './count-words.ts';
import type { WordIds } from './word-ids.ts';

/**
 * The sections that contain each word of a scope, for one build: all pages are appended before the first word is read.
 * Until then, a posting takes 8 bytes in an array of its page, and afterwards 4 bytes in an array of the scope. With an
 * array for each word, it took 60 bytes on a site with 140 scopes.
 */
export class PostingsOfBuild {
  readonly #ids: WordIds;
  #pages: PageWords[] = [];
  #sections = 0;
  #grouped: GroupedPostings | undefined;
  readonly #views = new Map<number, WordView>();

  constructor(ids: WordIds) {
    this.#ids = ids;
  }

  get sections(): number {
    return this.#sections;
  }

  append(page: PageWords): void {
    this.#pages.push(page);
    this.#sections += page.sections.length;
  }

  /** Returns the IDs of the words that occur at least once, sorted by the words' code units. */
  words(): number[] {
    const { starts } = this.#group();
    return this.#ids.sorted().filter((id) => (starts[id + 1] ?? 0) > (starts[id] ?? 0));
  }

  view(id: number): WordView {
    const known = this.#views.get(id);
    if (known !== undefined) return known;
    const { starts, postings } = this.#group();
    const view = toWordView(postings.subarray(starts[id], starts[id + 1]), this.#sections);
    this.#views.set(id, view);
    return view;
  }

  #group(): GroupedPostings {
    if (this.#grouped !== undefined) return this.#grouped;
    this.#grouped = groupByWord(this.#pages, this.#ids.words.length);
    this.#pages = [];
    return this.#grouped;
  }
}

interface GroupedPostings {
  /** The postings of all words, by word. */
  readonly postings: Uint32Array;
  /** The beginning of each word's postings, which is the end of the previous word's postings. */
  readonly starts: Uint32Array;
}

/** Sorts by counting: the postings of each word stay in the order of the pages. */
function groupByWord(pages: readonly PageWords[], words: number): GroupedPostings {
  const starts = new Uint32Array(words + 1);
  for (const { pairs } of pages)
    for (let at = 0; at < pairs.length; at += 2) {
      const after = (pairs[at] ?? 0) + 1;
      starts[after] = (starts[after] ?? 0) + 1;
    }
  for (let word = 0; word < words; word++) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  const postings = new Uint32Array(starts[words] ?? 0);
  const next = starts.slice();
  let base = 0;
  for (const { sections, pairs } of pages) {
    for (let at = 0; at < pairs.length; at += 2) {
      const id = pairs[at] ?? 0;
      const place = next[id] ?? 0;
      postings[place] = base + (pairs[at + 1] ?? 0);
      next[id] = place + 1;
    }
    base += sections.length * 256;
  }
  return { postings, starts };
}
