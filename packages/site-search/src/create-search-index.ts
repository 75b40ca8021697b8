import type { PageWords } from './count-words.ts';
import { packPairs, unpackPairs } from './pack-words.ts';
import type { SearchPage } from './search-page.ts';
import { hash } from 'node:crypto';
import type { ScopeManifest, SearchManifest } from './engine/index-format.ts';
import { baseLanguage } from './engine/language.ts';
import { lookUpWords } from './engine/tokenize.ts';
import { languageScript } from './languages/languages.ts';
import { LanguageWords, ScopeIndex, type ScopeIndexOptions } from './scope-index.ts';
import { writeShards } from './write-shards.ts';

/** A file of the site. */
export interface SearchFile {
  /** Path inside the site: `_docwright/search/1a2b3c4d.bin`. */
  readonly path: string;
  readonly bytes: Uint8Array | string;
}

export interface SearchIndex {
  /** Starts a new build, discarding pages of an unfinished previous build. */
  start(site?: SearchSettings): void;
  /**
   * Adds a page. `counted` contains the page's words from an earlier build with the same text. They are used if nothing
   * else that affects them has changed; otherwise, `onCounted` receives the new words.
   */
  add(page: SearchPage, counted?: CountedPage, onCounted?: (counted: CountedPage) => void): void;
  /** Whether words that were counted for the same text are valid for the page. */
  isCounted(page: CountedParts, counted: CountedPage): boolean;
  /** Returns the numbered words, for an index of another process that uses the same counted pages. */
  numberedWords(): NumberedWords;
  /** Returns the shards under `_docwright/search/`. The same pages in the same order produce the same bytes. */
  files(): readonly SearchFile[];
}

/** Everything in a page that determines its words, except its text. */
export type CountedParts = Omit<SearchPage, 'sections'>;

/** Words of a page, by their numbers in the index that counted them. Plain data. */
export interface CountedPage {
  /** Everything that determines the words, except the page's text. */
  readonly key: string;
  readonly sections: PageWords['sections'];
  readonly pairs: Uint8Array;
}

/** Words in the order of their numbers, by language and the site's synonyms. Plain data. */
export type NumberedWords = readonly (readonly [key: string, words: readonly string[]])[];

/** Pages listed first for a query. */
export interface PinnedPages {
  readonly query: string;
  readonly paths: readonly string[];
}

/** The site's settings for its search: `search.synonyms` and `search.pinned`. */
export interface SearchSettings {
  readonly synonyms: readonly (readonly string[])[];
  readonly pinned: readonly PinnedPages[];
}

export interface SearchIndexOptions {
  /**
   * Whether the index is used for successive builds of a site, in which unchanged files are the same objects. Default:
   * false.
   */
  readonly keepsPages?: boolean;
  /** The words that an index of another process has numbered. */
  readonly numbered?: NumberedWords;
}

const folder = '_docwright/search';
const encoder = new TextEncoder();
/** A query reads about one shard per word, possibly uncompressed: small enough for three words in 50 KB. */
const SHARD_BYTES = 8 * 1024;
/** Eight results are in up to eight chunks, and the manifest lists every chunk; this size is a compromise. */
const SECTIONS_PER_CHUNK = 11;

export function createSearchIndex({ keepsPages = false, numbered = [] }: SearchIndexOptions = {}): SearchIndex {
  const earlier = new Map(numbered);
  const scopes = new Map<string, ScopeWriter>();
  /**
   * Keyed by the main part of the language tag and the synonyms, which affect how each word is counted. Never removed:
   * counted pages of earlier builds refer to the numbers.
   */
  const words = new Map<string, LanguageWords>();
  let order = new Set<string>();
  const scripts = new Map<string, SearchFile>();
  let settings: SearchSettings = { synonyms: [], pinned: [] };
  const wordsKey = (tag: string): string => JSON.stringify([baseLanguage(tag), settings.synonyms]);
  const wordsOf = (tag: string): LanguageWords => {
    const language = baseLanguage(tag);
    // For successive builds, each scope has a list by word, so its words have their own numbers.
    if (keepsPages) return new LanguageWords(language, settings.synonyms);
    const key = wordsKey(tag);
    const made = words.get(key) ?? new LanguageWords(language, settings.synonyms, earlier.get(key));
    words.set(key, made);
    return made;
  };
  /** Finds the scope of a page in this build, if it exists. */
  const findScope = (page: CountedParts): ScopeWriter | undefined => {
    const known = scopes.get(page.scope);
    return known !== undefined && (order.has(page.scope) || known.isOf(page)) ? known : undefined;
  };
  /**
   * Returns the key of a page's words. A scope's first page determines its language; all of its pages use the words of
   * that language.
   */
  const keyOf = (page: CountedParts): string => {
    const { path, title, description, breadcrumbs, boost, keywords, facets } = page;
    const { language } = findScope(page) ?? facets;
    return JSON.stringify([path, title, description, breadcrumbs, boost, keywords, wordsKey(language)]);
  };
  return {
    start(site = { synonyms: [], pinned: [] }) {
      order = new Set();
      // Synonyms affect how each word was counted.
      if (JSON.stringify(site.synonyms) !== JSON.stringify(settings.synonyms)) scopes.clear();
      settings = site;
      for (const { index } of scopes.values()) index.start();
    },
    isCounted: (page, counted) => counted.key === keyOf(page),
    numberedWords: () => [...new Map([...earlier, ...[...words].map(([key, { ids }]) => [key, ids.words] as const)])],
    add(page, counted, onCounted) {
      const scope = findScope(page) ?? new ScopeWriter(page, { words: wordsOf(page.facets.language), keepsPages });
      scopes.set(page.scope, scope);
      order.add(page.scope);
      if (counted !== undefined && counted.key === keyOf(page))
        return scope.index.addCounted(page, { sections: counted.sections, pairs: unpackPairs(counted.pairs) });
      const { sections, pairs } = scope.index.add(page);
      onCounted?.({ key: keyOf(page), sections, pairs: packPairs(pairs) });
    },
    files() {
      for (const name of scopes.keys()) if (!order.has(name)) scopes.delete(name);
      const files = new Map<string, SearchFile>();
      const written = [...order].flatMap((name) => scopes.get(name)?.write(files, settings.pinned) ?? []);
      const { synonyms } = settings;
      const manifest: SearchManifest = {
        version: 2,
        scopes: written,
        languages: writeLanguages(written, scripts, files),
        ...(synonyms.length > 0 && { synonyms }),
      };
      return [...files.values(), { path: `${folder}/index.json`, bytes: JSON.stringify(manifest) }];
    },
  };
}

/** Writes the scripts for the scopes' languages, and returns their names by language. */
function writeLanguages(
  scopes: readonly ScopeManifest[],
  scripts: Map<string, SearchFile>,
  files: Map<string, SearchFile>,
): Record<string, string> {
  const languages = [...new Set(scopes.map(({ language = 'en' }) => baseLanguage(language)))].sort();
  return Object.fromEntries(
    languages.map((language) => {
      const script = scripts.get(language) ?? scriptOf(language);
      scripts.set(language, script);
      files.set(script.path, script);
      return [language, script.path.slice(folder.length + 1)] as const;
    }),
  );
}

function scriptOf(language: string): SearchFile {
  const bytes = languageScript(language);
  return { path: `${folder}/${language}.${digestOf(bytes)}.js`, bytes };
}

function digestOf(content: Uint8Array | string): string {
  return hash('sha256', content, 'hex').slice(0, 8);
}

/** Writes the files of a scope, reusing files that haven't changed since the last build. */
class ScopeWriter {
  readonly index: ScopeIndex;
  readonly #of: Pick<SearchPage, 'scope' | 'facets'>;
  readonly #keeps: boolean;
  #stored = new Map<string, SearchFile>();
  #chunks: readonly string[] = [];
  #prefixes: ReadonlyMap<string, string> = new Map();

  constructor({ scope, facets }: SearchPage, options: ScopeIndexOptions) {
    this.#of = { scope, facets };
    this.#keeps = options.keepsPages;
    this.index = new ScopeIndex(options);
  }

  get language(): string {
    return this.#of.facets.language;
  }

  /** Whether the names of the scope are unchanged. */
  isOf({ facets }: CountedParts): boolean {
    return JSON.stringify(facets) === JSON.stringify(this.#of.facets);
  }

  write(files: Map<string, SearchFile>, pinned: readonly PinnedPages[]): ScopeManifest {
    const { sections, words, prefixes, chunks, pages, vocabulary } = this.index.files(SECTIONS_PER_CHUNK);
    const pins = pinned.flatMap(({ query, paths }) => {
      const firsts = paths.flatMap((path) => this.index.firstSection(path) ?? []);
      return firsts.length === 0 ? [] : [[lookUpWords(query).join(' '), firsts] as const];
    });
    const before = this.#stored;
    const stored = new Map<string, SearchFile>();
    const keep = (name: string, file: SearchFile): string => {
      stored.set(name, file);
      files.set(name, file);
      return name;
    };
    // Named by content, so that unchanged files aren't fetched again.
    const store = (content: Uint8Array | string, extension: string): string => {
      const name = `${digestOf(content)}.${extension}`;
      const bytes = typeof content === 'string' ? encoder.encode(content) : content;
      return keep(name, before.get(name) ?? { path: `${folder}/${name}`, bytes });
    };
    const again = (name: string | undefined): string | undefined => {
      const file = name === undefined ? undefined : before.get(name);
      return name === undefined || file === undefined ? undefined : keep(name, file);
    };
    const shards = writeShards(words, SHARD_BYTES);
    const newPrefixes = prefixes.map(({ first, isNew, file }) => {
      const known = isNew ? undefined : again(this.#prefixes.get(first));
      return [first, known ?? store(JSON.stringify(file()), 'json')] as const;
    });
    const manifest: ScopeManifest = {
      name: this.#of.scope,
      ...this.#of.facets,
      sections,
      sectionsPerChunk: SECTIONS_PER_CHUNK,
      starts: shards.map(({ start }) => start),
      shards: shards.map(({ bytes }) => store(bytes, 'bin')),
      chunks: chunks.map(
        ({ isNew, chunk }, place) =>
          (isNew ? undefined : again(this.#chunks[place])) ?? store(JSON.stringify(chunk()), 'json'),
      ),
      prefixes: Object.fromEntries(newPrefixes),
      ...(pins.length > 0 && { pinned: Object.fromEntries(pins) }),
      pages: store(JSON.stringify(pages), 'json'),
      vocabulary: store(vocabulary, 'txt'),
    };
    if (this.#keeps) {
      this.#stored = stored;
      this.#chunks = manifest.chunks;
      this.#prefixes = new Map(newPrefixes);
    }
    return manifest;
  }
}
