/** The files of the index, as the builder writes them and the engine reads them. */

/** `_docwright/search/index.json` */
export interface SearchManifest {
  readonly version: 2;
  readonly scopes: readonly ScopeManifest[];
  /** Language scripts for browsers, by the main part of the language tag. */
  readonly languages?: Readonly<Record<string, string>>;
  /** Words that the site uses as synonyms: `search.synonyms`. */
  readonly synonyms?: readonly (readonly string[])[];
}

const FORMAT_VERSION = 2;

/**
 * Rejects anything that isn't a manifest, and an index with a different format version, which would be misread.
 */
export function readManifest(text: string): SearchManifest {
  const manifest = JSON.parse(text) as Partial<SearchManifest> | null;
  const version: unknown = manifest?.version;
  if (typeof version !== 'number' || manifest?.scopes === undefined)
    throw new Error('index.json is not a search index');
  if (version !== FORMAT_VERSION) {
    const remedy = version > FORMAT_VERSION ? 'update it' : 'export the site again';
    throw new Error(`search index of format ${version}: this program reads format ${FORMAT_VERSION}, ${remedy}`);
  }
  return manifest as SearchManifest;
}

/** Facets that a search can be limited to, as the site names them. */
export interface SearchFacets {
  readonly product?: string;
  readonly version?: string;
  /** Language tag of the pages. */
  readonly language?: string;
}

export interface ScopeManifest extends SearchFacets {
  /** `''` for pages that belong to every scope. */
  readonly name: string;
  readonly sections: number;
  readonly sectionsPerChunk: number;
  /** First word of each shard, sorted; `shards` contains their file names. */
  readonly starts: readonly string[];
  readonly shards: readonly string[];
  /** File names of the chunks of `SectionChunk`s. */
  readonly chunks: readonly string[];
  /** Best sections for one and two typed characters, by first character: file names. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** Sections listed first for a query (`search.pinned`), by its words, separated by spaces. */
  readonly pinned?: Readonly<Record<string, readonly number[]>>;
  /** File with a `PageList`. */
  readonly pages: string;
  /** File with the words that typos are compared with; see `readVocabulary`. */
  readonly vocabulary: string;
}

/** The pages of a scope, in order. */
export interface PageList {
  /** Number of sections of each page. */
  readonly sections: readonly number[];
  /** Labels of the outermost groups, and the group of each page (-1: none). */
  readonly groups: readonly string[];
  readonly groupOf: readonly number[];
  /** Pages by tag. */
  readonly tags: Readonly<Record<string, readonly number[]>>;
}

/** The data that results show, for a run of adjacent sections. */
export interface SectionChunk {
  readonly pages: readonly (readonly [path: string, title: string, breadcrumbs: string])[];
  readonly sections: readonly (readonly [page: number, headingId: string, heading: string, text: string])[];
}

/** `{ "co": [section, weight, …] }` */
export type PrefixFile = Readonly<Record<string, readonly number[]>>;

export interface WordPostings {
  readonly word: string;
  /** Section numbers, ascending, and a weight of 1…255 for each. */
  readonly sections: readonly number[];
  readonly weights: readonly number[];
  /** Whether the word is in so many sections that only titles and headings were indexed. */
  readonly common: boolean;
}

/**
 * Reads a shard: for each word, `shared` (bytes shared with the previous word), `length` and the rest in UTF-8,
 * `count * 2 + common`, then for each section the distance from the previous one and the weight. Numbers are LEB128.
 */
export function readShard(bytes: Uint8Array): WordPostings[] {
  const words: WordPostings[] = [];
  const decoder = new TextDecoder();
  let at = 0;
  let before = new Uint8Array(0);
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const shared = number();
    const rest = number();
    if (shared + rest > bytes.length) throw new Error('damaged index');
    const name = new Uint8Array(shared + rest);
    name.set(before.subarray(0, shared));
    name.set(bytes.subarray(at, at + rest), shared);
    at += rest;
    before = name;
    const head = number();
    const count = head >> 1;
    const sections: number[] = [];
    const weights: number[] = [];
    let section = 0;
    for (let index = 0; index < count && at < bytes.length; index++) {
      section += number();
      sections.push(section);
      weights.push(bytes[at++] ?? 1);
    }
    words.push({ word: decoder.decode(name), sections, weights, common: (head & 1) === 1 });
  }
  return words;
}

/**
 * Reads words in order, each stored as the number of characters shared with the previous word (one base-36 digit) and
 * the rest.
 */
export function readVocabulary(text: string): string[] {
  let before = '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (before = before.slice(0, Number.parseInt(line[0] ?? '0', 36)) + line.slice(1)));
}

export function writeVocabulary(words: readonly string[]): string {
  let before = '';
  return words
    .map((word) => {
      let shared = 0;
      while (shared < 35 && shared < before.length && word[shared] === before[shared]) shared++;
      before = word;
      return `${shared.toString(36)}${word.slice(shared)}\n`;
    })
    .join('');
}
