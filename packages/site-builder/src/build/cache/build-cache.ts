import { deserialize, serialize } from 'node:v8';
import type { KnownClassNames } from '../../outputs/index.ts';
import { createHighlightCache, type HighlightCache } from '@docwright/highlight';
import type { NavigationView, SitePage, PlannedPage } from '../../site/index.ts';
import { createSearchIndex, type CountedPage, type NumberedWords, type SearchIndex } from '@docwright/site-search';
import { digestOf } from '../../text/digest-of.ts';
import { builderVersion } from './builder-version.ts';
import { Digests } from './digests.ts';
import { KeyMemo } from './key-memo.ts';
import type { PageDigests, PageFiles, PageRecord, WrittenPage } from './page-record.ts';
import { PlanCache } from './plan-cache.ts';
import { joinParts, splitParts } from './saved-parts.ts';
import { PictureStore, type KeptPicture } from './picture-store.ts';

type Keeps = 'issues' | 'contents' | 'digests' | 'documents';

/** Size of the highlight cache for a single build, in which repeated blocks are usually close together. */
export const charsOfOneBuild = 4 * 1024 * 1024;

/**
 * Maximum number of characters of cached text. Without the limit, the text of 25,000 pages occupied 1.5 GB until the
 * end of a build. Only builds that rewrite most documents need the text.
 */
const maxTextChars = 96 * 1024 * 1024;
/** Maximum size of the cached words of pages beyond `maxTextChars`; a build needs only the words of these pages. */
const maxWordBytes = 64 * 1024 * 1024;

export interface BuildCacheOptions {
  /**
   * The result of `save` or `saveParts` in an earlier process. Ignored if it is invalid or was saved by another builder
   * version.
   */
  readonly saved?: Uint8Array | Iterable<Uint8Array>;
  /**
   * `issues`: enough for the next check, 1 to 2 KB per page. `contents` (default): also enough for the next build,
   * which writes its documents again. `digests`: also the documents' digests, for a receiver that stores them.
   * `documents`: also the documents, for a process that serves them repeatedly.
   */
  readonly keeps?: Keeps;
  /**
   * Maximum number of characters of cached text, if documents aren't cached: the next build renders the other pages
   * again. With `digests`, it renders only those whose documents have changed. Default 101 million characters, about
   * 5,900 generated pages.
   */
  readonly maxChars?: number;
}

/**
 * Results of a build for the next build of the same site. A page is reused if its source, the snippets and files that
 * it used, each link's target, the configuration and its position in the navigation are unchanged; the result is
 * identical byte for byte. Belongs to one site and is never used for another.
 */
export class BuildCache {
  readonly digests = new Digests();
  readonly highlights: HighlightCache;
  /** `undefined` if neither documents nor their digests are cached: a single build needs less memory without it. */
  readonly search: SearchIndex | undefined;
  /** Parsed pages, by the bytes of their files. */
  readonly read = new WeakMap<Uint8Array, SitePage>();
  readonly pictures: PictureStore;
  readonly classNames: KnownClassNames = new WeakMap();
  readonly plans = new PlanCache();
  /** Keys of pages by their plan, and of their surroundings by their position in the navigation. */
  readonly contentKeys = new KeyMemo<PlannedPage>();
  readonly documentKeys = new KeyMemo<NavigationView>();
  readonly #keeps: Keeps;
  readonly #records: Map<string, PageRecord>;
  readonly #maxChars: number;
  #chars = 0;
  #wordBytes = 0;
  #utilities: { readonly key: string; readonly css: string } | undefined;

  constructor({ saved, keeps = 'contents', maxChars = maxTextChars }: BuildCacheOptions = {}) {
    this.#keeps = keeps;
    this.#maxChars = keeps === 'documents' ? Number.POSITIVE_INFINITY : maxChars;
    // A process for an export or a command builds only once.
    this.highlights = createHighlightCache(keeps === 'contents' || keeps === 'digests' ? charsOfOneBuild : undefined);
    const { records, pictures, words } = saved === undefined ? nothingSaved() : readSaved(saved);
    this.search = createIndex(keeps, words);
    this.#records = records;
    for (const record of records.values()) this.#count(record, 1);
    this.pictures = new PictureStore(keeps === 'contents' || keeps === 'documents', pictures);
  }

  /** Whether the next process receives the pages' words for its index. */
  get keepsWords(): boolean {
    return this.#keeps === 'digests';
  }

  /** Whether the bytes of documents stay in memory between builds. */
  get keepsDocuments(): boolean {
    return this.#keeps === 'documents';
  }

  find(path: string): PageRecord | undefined {
    return this.#records.get(path);
  }

  keep(path: string, record: PageRecord): void {
    this.#forget(path);
    const isFull = this.#chars + charsOf(record) > this.#maxChars;
    if (isFull && this.#keeps === 'contents') return;
    const kept = isFull || this.#keeps === 'issues' ? withoutTexts(record) : record;
    this.#set(path, { ...kept, written: record.written && this.#keptOf(record.written) });
  }

  /** Adds the words of a reused page. */
  keepWords(path: string, words: CountedPage): void {
    const record = this.#records.get(path);
    if (record === undefined) return;
    this.#forget(path);
    if (this.#wordBytes + words.pairs.length <= maxWordBytes) this.#set(path, { ...record, words });
    else if (record.hasContent) this.#set(path, { ...record, words: undefined });
  }

  #set(path: string, record: PageRecord): void {
    this.#records.set(path, record);
    this.#count(record, 1);
  }

  #forget(path: string): void {
    const before = this.#records.get(path);
    if (before === undefined) return;
    this.#records.delete(path);
    this.#count(before, -1);
  }

  #count(record: PageRecord, sign: 1 | -1): void {
    this.#chars += sign * charsOf(record);
    this.#wordBytes += sign * (record.words?.pairs.length ?? 0);
  }

  #keptOf(written: WrittenPage): WrittenPage {
    if (this.#keeps === 'documents') return written;
    const isCounted = this.#keeps === 'digests' && written.files !== undefined;
    return { ...written, files: undefined, ...(isCounted && { digests: digestsOf(written.files) }) };
  }

  /** Removes pages that the site no longer has. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.#records.keys()) if (!paths.has(path)) this.#forget(path);
  }

  /** Returns the cached CSS if the class names are the same, otherwise new CSS. */
  async utilities(key: string, make: () => Promise<string>): Promise<string> {
    if (this.#utilities?.key !== key) this.#utilities = { key, css: await make() };
    return this.#utilities.css;
  }

  /** Returns the cache for use by another process with the same builder version. */
  save(): Uint8Array {
    return joinParts(this.saveParts());
  }

  /**
   * Returns the cache in parts, of which the last ones can be omitted. Documents are left out, because the theme can
   * write them again.
   */
  *saveParts(): Generator<Uint8Array> {
    yield serialize({
      version: builderVersion(),
      pictures: this.pictures.entries(),
      words: this.keepsWords ? (this.search?.numberedWords() ?? []) : [],
    } satisfies SavedHead);
    let records: SavedRecord[] = [];
    for (const [path, record] of this.#records) {
      records.push([path, { ...record, written: record.written && { ...record.written, files: undefined } }]);
      if (records.length < recordsOfPart) continue;
      yield serialize(records);
      records = [];
    }
    yield serialize(records);
  }
}

/** Number of pages in a part: about 5 MB of generated pages. */
const recordsOfPart = 256;

function digestsOf({ html, markdown }: PageFiles): PageDigests {
  const of = (bytes: Uint8Array) => ({ sha256: digestOf(bytes), sizeBytes: bytes.byteLength });
  return { html: of(html), markdown: of(markdown) };
}

function charsOf({ page }: PageRecord): number {
  const { content, sidePanel, markdown, sections } = page;
  return sections.reduce(
    (sum, { heading, text }) => sum + heading.length + text.length,
    content.length + sidePanel.length + markdown.length,
  );
}

function withoutTexts(record: PageRecord): PageRecord {
  const none = { content: '', sidePanel: '', markdown: '', sections: [], headings: [] };
  return { ...record, page: { ...record.page, ...none }, hasContent: false };
}

function createIndex(keeps: Keeps, numbered: NumberedWords): SearchIndex | undefined {
  if (keeps === 'documents') return createSearchIndex({ keepsPages: true });
  return keeps === 'digests' ? createSearchIndex({ numbered }) : undefined;
}

/** The first part of a saved cache. */
interface SavedHead {
  readonly version: string;
  readonly pictures: readonly (readonly [string, KeptPicture])[];
  readonly words: NumberedWords;
}

type SavedRecord = readonly [path: string, record: PageRecord];

interface Saved extends Omit<SavedHead, 'version'> {
  readonly records: Map<string, PageRecord>;
}

function readSaved(saved: Uint8Array | Iterable<Uint8Array>): Saved {
  const records = new Map<string, PageRecord>();
  try {
    let head: SavedHead | undefined;
    for (const part of saved instanceof Uint8Array ? splitParts(saved) : saved) {
      if (head === undefined) {
        head = deserialize(part) as SavedHead;
        if (head.version !== builderVersion()) return nothingSaved();
      } else for (const [path, record] of deserialize(part) as SavedRecord[]) records.set(path, record);
    }
    return head === undefined ? nothingSaved() : { ...head, records };
  } catch {
    // Truncated data, or data from elsewhere, is ignored: a build without a cache is only slower.
    return nothingSaved();
  }
}

function nothingSaved(): Saved {
  return { records: new Map(), pictures: [], words: [] };
}
