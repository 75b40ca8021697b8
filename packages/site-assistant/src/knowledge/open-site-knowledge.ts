import {
  readManifest,
  searchIndex,
  type FindNearest,
  type ReadIndexFile,
  type SearchAnswer,
  type SearchHit,
  type SearchQueryOptions,
} from '@docwright/site-search';
import { SiteError, type SiteSource } from '@docwright/site-server';
import { findNearestIn, type Meaning } from '../meaning/site-meaning.ts';
import { filterPages, fits, PAGE_LIST_PATH, parsePageList } from './page-list.ts';
import { noAnchors, readAnchors } from './read-anchors.ts';
import { ownTextOf, readSections } from './read-sections.ts';
import { mergeAnswers, openRestrictedIndexes } from './restricted-search.ts';
import { searchTitles } from './search-titles.ts';
import type {
  KnownOperation,
  KnownPage,
  OperationName,
  PageFacts,
  PageFilter,
  PageList,
  Passage,
  SearchOptions,
  SearchResult,
  SiteKnowledge,
} from './site-knowledge.ts';
import { readSourceFile, readSourceText } from './source-files.ts';

/** Maximum number of recently read pages to cache, because a turn reads the same pages repeatedly. */
const MAX_PAGES = 64;

/**
 * Opens the knowledge of a site, whose source must remain open during use. Nothing is read before the first query. With
 * `meaning`, searches also match by meaning.
 */
export function openSiteKnowledge(source: SiteSource, meaning?: Meaning): SiteKnowledge {
  return new SourceKnowledge(source, meaning === undefined ? undefined : findNearestIn(source, meaning));
}

interface Listed {
  readonly name: string;
  readonly pages: ReadonlyMap<string, PageFacts>;
}

class SourceKnowledge implements SiteKnowledge {
  readonly id: string;
  readonly basePath: string;
  readonly #source: SiteSource;
  readonly #pages = new Map<string, Promise<KnownPage | undefined>>();
  #list: Promise<Listed> | undefined;
  #restricted: Promise<readonly ReadIndexFile[]> | undefined;
  readonly #readIndexFile: ReadIndexFile;
  readonly #nearest: FindNearest | undefined;

  constructor(source: SiteSource, nearest: FindNearest | undefined) {
    this.id = source.id;
    this.basePath = source.basePath;
    this.#source = source;
    this.#nearest = nearest;
    // Stays the same for the lifetime of the version, because the search engine uses this function as a cache key.
    this.#readIndexFile = async (name) => {
      const bytes = await readSourceFile(source, `_docwright/search/${name}`);
      if (bytes === undefined) throw new SiteError('version-damaged', `the search index has no file ${name}`);
      if (name === 'index.json') requireManifest(bytes);
      return bytes;
    };
  }

  async siteName(): Promise<string> {
    return (await this.#listed()).name;
  }

  async search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    const { limit = 10, perPage = 3, scoreThreshold = 0, filter = {}, scope = '', language } = options;
    if (this.#source.look('_docwright/search/index.json') === undefined) {
      const pages = [...(await this.#facts()).values()].filter((page) => fits(page, filter));
      return { passages: searchTitles(pages, query, limit) };
    }
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    // Requests additional results, because a filter drops some.
    const asked = isFiltered ? Math.min(200, limit * 5) : limit;
    const asking = { limit: asked, perPage, scope, ...(language === undefined ? {} : { language }) };
    const [facts, own, restricted] = await Promise.all([
      this.#facts(),
      searchIndex(this.#readIndexFile, query, {
        ...asking,
        ...(this.#nearest === undefined ? {} : { nearest: this.#nearest }),
      }),
      this.#searchRestricted(query, asking),
    ]);
    const { hits, didYouMean } = mergeAnswers([own, ...restricted]);
    const passages = hits.flatMap((hit) => {
      const page = facts.get(hit.path) ?? factsOf(hit);
      return hit.score >= scoreThreshold && fits(page, filter) ? [toPassage(hit, page)] : [];
    });
    return { passages: passages.slice(0, limit), ...(didYouMean === undefined ? {} : { didYouMean }) };
  }

  async #searchRestricted(query: string, options: SearchQueryOptions): Promise<readonly SearchAnswer[]> {
    const indexes = await this.#restrictedIndexes();
    return Promise.all(indexes.map((read) => searchIndex(read, query, options)));
  }

  readPage(path: string): Promise<KnownPage | undefined> {
    const name = toPagePath(path, this.basePath);
    const known = this.#pages.get(name);
    if (known !== undefined) return known;
    const reading = this.#readPage(name);
    const [oldest] = this.#pages.keys();
    if (oldest !== undefined && this.#pages.size >= MAX_PAGES) this.#pages.delete(oldest);
    this.#pages.set(name, reading);
    // A failure isn't cached, because another request may succeed.
    reading.catch(() => this.#pages.delete(name));
    return reading;
  }

  async listPages(filter: PageFilter = {}): Promise<PageList> {
    return filterPages([...(await this.#facts()).values()], filter);
  }

  async readOperation(which: OperationName): Promise<KnownOperation | undefined> {
    const found = [...(await this.#facts()).values()].find(({ operation }) =>
      'id' in which
        ? operation?.id === which.id
        : operation?.method === which.method.toUpperCase() && operation.path === which.path,
    );
    const page = found === undefined ? undefined : await this.readPage(found.path);
    if (page?.operation === undefined) return undefined;
    const specification = /^(?<fence>`{3,})yaml[^\n]*\n(?<yaml>.*?)\n\k<fence>$/ms.exec(page.markdown)?.groups?.yaml;
    return { ...page.operation, page, specification: specification ?? page.markdown };
  }

  async #readPage(path: string): Promise<KnownPage | undefined> {
    const [text, html] = await Promise.all([
      readSourceText(this.#source, `${path}.md`),
      readSourceText(this.#source, `${path}.html`),
    ]);
    if (text === undefined) return undefined;
    const anchors = html === undefined ? noAnchors : readAnchors(html);
    const markdown = ownTextOf(text, this.basePath);
    const facts = (await this.#facts()).get(path) ?? {
      path,
      title: titleOf(markdown) || path,
      description: '',
      breadcrumbs: [],
    };
    return {
      ...facts,
      markdown,
      sections: readSections(markdown, anchors),
      anchors: anchors.ids,
      links: anchors.links,
    };
  }

  /** The indexes of restricted documents for the readers of this view of the site. */
  #restrictedIndexes(): Promise<readonly ReadIndexFile[]> {
    this.#restricted ??= openRestrictedIndexes(this.#source).catch((error: unknown) => {
      this.#restricted = undefined;
      throw error;
    });
    return this.#restricted;
  }

  async #facts(): Promise<ReadonlyMap<string, PageFacts>> {
    return (await this.#listed()).pages;
  }

  #listed(): Promise<Listed> {
    this.#list ??= this.#readList().catch((error: unknown) => {
      this.#list = undefined;
      throw error;
    });
    return this.#list;
  }

  async #readList(): Promise<Listed> {
    const { name, pages } = parsePageList((await readSourceText(this.#source, PAGE_LIST_PATH)) ?? '');
    return { name, pages: new Map(pages.map((page) => [page.path, page])) };
  }
}

/** @throws SiteError `version-damaged` if the index is missing or is for a later version of this program */
function requireManifest(bytes: Uint8Array): void {
  try {
    readManifest(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new SiteError('version-damaged', 'the search index of this version can’t be read', { cause: error });
  }
}

/** Normalizes a path as written by readers and models: `/docs/guides/start.md#install` → `guides/start`. */
function toPagePath(path: string, basePath: string): string {
  const pathname = path.split(/[?#]/, 1)[0] ?? '';
  const inside = basePath !== '' && pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
  const bare = inside.replace(/^\/+|\/+$/g, '').replace(/\.(?:md|mdx|html)$/, '');
  return bare === '' ? 'index' : bare;
}

function titleOf(markdown: string): string {
  return /^# (?<title>.+)$/m.exec(markdown)?.groups?.title ?? '';
}

function factsOf({ path, title, breadcrumbs }: SearchHit): PageFacts {
  return { path, title, description: '', breadcrumbs };
}

function toPassage(hit: SearchHit, { version, product, language, tag }: PageFacts): Passage {
  const { path, title, heading, anchor, breadcrumbs, snippet, score, coverage, scope } = hit;
  return {
    path,
    title,
    heading,
    anchor,
    breadcrumbs,
    content: snippet,
    score,
    coverage,
    scope,
    ...(version === undefined ? {} : { version }),
    ...(product === undefined ? {} : { product }),
    ...(language === undefined ? {} : { language }),
    ...(tag === undefined ? {} : { tag }),
  };
}
