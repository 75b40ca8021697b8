/** The engine: the same ranking for a reader's browser and for a server, over the builder's files. */
import type { ScopeManifest, SearchFacets, SectionChunk } from './index-format.ts';
import { lookUpConcepts, lookUpTerm } from './look-up-term.ts';
import { openIndex, type OpenIndex, type OpenScope, type ReadIndexFile } from './open-index.ts';
import { createReadName, explainedBy } from './explained-title.ts';
import { MAX_QUERY_CHARS, parseQuery, type QueryTerm, type QueryWords } from './parse-query.ts';
import { remember } from './remember.ts';
import { rankSections, type RankedSection } from './rank-sections.ts';
import { excerptAround, phraseBonusOf } from './section-text.ts';
import { createConcepts } from './concepts.ts';
import { baseLanguage, unknownLanguage, type LoadLanguage, type Stem } from './language.ts';
import { lookUpWords, runsOf, wordsOfRun } from './tokenize.ts';
import { sectionsWithAllWords } from './whole-sentence.ts';

export interface SearchFilter extends SearchFacets {
  /** Label of the outermost group. */
  readonly section?: string;
  readonly tag?: string;
}

export interface SearchQueryOptions {
  /**
   * Version, product or language to search in, including pages that belong to all of them; `''` (default) searches
   * everything.
   */
  readonly scope?: string;
  /** Labels as in the site; pages that belong to every version, product or language match each of them. */
  readonly filter?: SearchFilter;
  /** Language tag of the query. Defaults to the language of the searched scope. */
  readonly language?: string;
  /** Maximum number of hits. Default: 10. */
  readonly limit?: number;
  /** Maximum number of hits per page, so that its sections don't hide other pages. Default: 3. */
  readonly perPage?: number;
  /**
   * Reads a page's Markdown by its path, for snippets around the match. Without it, a snippet is the beginning of the
   * section.
   */
  readonly readPage?: (path: string) => Promise<string | undefined>;
}

export interface SearchHit {
  /** Page path without extension: `guides/start`. */
  readonly path: string;
  readonly title: string;
  /** Heading of the section; `''` for the beginning of the page. */
  readonly heading: string;
  /** ID of that heading; `''` for the page itself. */
  readonly anchor: string;
  /** Labels of the navigation groups above the page, outermost first. */
  readonly breadcrumbs: readonly string[];
  /** The score, from 0 to 1 (the maximum for the words of this query); hits are sorted best first. */
  readonly score: number;
  /**
   * How much of the query, weighted by the rarity of its words, appears in this section or at the head of its page,
   * from 0 to 1. Words that the site lacks count.
   */
  readonly coverage: number;
  /** Plain text of the section around the match. */
  readonly snippet: string;
  /**
   * Product, version and language of the page as the site names them, joined by `/`; `''` for a page that belongs to
   * all.
   */
  readonly scope: string;
  readonly product?: string;
  readonly version?: string;
  readonly language?: string;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** The query with words that this site has, if the original found little. */
  readonly didYouMean?: string;
}

const indexes = new WeakMap<ReadIndexFile, Promise<Engine>>();

/**
 * Searches the index whose files `read` returns by name (`index.json` first). Loaded files are cached for as long as
 * `read` itself: callers often pass the same function for one index.
 */
export async function searchIndexWith(
  loadLanguage: LoadLanguage,
  read: ReadIndexFile,
  query: string,
  options: SearchQueryOptions,
): Promise<SearchAnswer> {
  const known = indexes.get(read) ?? openIndex(read).then((index) => new Engine(index, loadLanguage));
  indexes.set(read, known);
  known.catch(() => indexes.delete(read));
  return (await known).search(query, options);
}

interface KnownLanguage extends QueryWords {
  readonly stem: Stem;
  readonly readName: ReturnType<typeof createReadName>;
}

interface Found {
  readonly scope: OpenScope;
  readonly ranked: RankedSection;
  readonly explained: ReturnType<typeof explainedBy>;
}

/** A query with fewer words isn't searched by meaning if a page has all of them. */
const MEANT_FROM_TERMS = 3;
const fullyCovered = 0.97;
/** Higher than any word score, so that pins keep their order. */
const pinnedScore = 1000;
/** A query of one or two words must match all of them. */
const MAX_STRICT = 2;

class Engine {
  readonly #index: OpenIndex;
  readonly #loadLanguage: LoadLanguage;
  readonly #languages = new Map<string, Promise<KnownLanguage>>();

  constructor(index: OpenIndex, loadLanguage: LoadLanguage) {
    this.#index = index;
    this.#loadLanguage = loadLanguage;
  }

  async search(query: string, options: SearchQueryOptions): Promise<SearchAnswer> {
    const { scope = '', filter = {}, limit = 10, perPage = 3 } = options;
    if (runsOf(query).length === 0) return { hits: [] };
    const { manifest } = this.#index;
    const scopes = manifest.scopes.filter(
      (one) => (scope === '' || one.name === scope || one.name === '') && isInFacets(one, filter),
    );
    const searched = await Promise.all(scopes.map((one) => this.#rank(one, query, options)));
    const found = searched
      .flatMap(({ found }) => found)
      .sort((a, b) => b.ranked.score - a.ranked.score || a.ranked.section - b.ranked.section);
    const hits = await this.#show(found, { query, limit, perPage });
    const corrected = searched.find((one) => one.found[0] === found[0])?.didYouMean;
    const shown = options.readPage === undefined ? hits : await withSnippets(hits, query, options.readPage);
    return { hits: shown, ...(corrected === undefined ? {} : { didYouMean: corrected }) };
  }

  async #rank(manifest: ScopeManifest, query: string, { filter = {}, language }: SearchQueryOptions) {
    const index = this.#index;
    const base = baseLanguage(language ?? manifest.language ?? 'en');
    const [known, scope] = await Promise.all([this.#language(base), index.scope(manifest)]);
    const { terms, isShort, isQuestion } = parseQuery(query, known);
    const found = await Promise.all(
      terms.map(async (term) => ({
        ...(await lookUpTerm(index, scope, term, known.stem)),
        isWanted: term.weight >= 1,
      })),
    );
    const wanted = terms.filter(({ weight }) => weight >= 1).length;
    const rules = {
      isStrict: isShort && wanted <= MAX_STRICT && !isQuestion,
      isQuestion,
      includes: pageFilter(scope, filter),
      whole: await sectionsWithAllWords(index, scope, query.slice(0, MAX_QUERY_CHARS), known.stop),
    };
    const hasMeaning = terms.some((term) => term.concepts.length > 0);
    const isAlwaysMeant = isQuestion || wanted >= MEANT_FROM_TERMS || terms.some(({ isPhrase }) => isPhrase);
    let ranking = hasMeaning && isAlwaysMeant ? [] : rankSections(scope, found, rules);
    if (hasMeaning && !ranking.some(({ coverage }) => coverage >= fullyCovered)) {
      const meant = await Promise.all(terms.map((term) => lookUpConcepts(index, scope, term)));
      const both = found.map(({ words, mass, worth, isWanted }, place) => {
        const more = meant[place] ?? [];
        const most = more.reduce((best, { factor }) => Math.max(best, factor), 0);
        // Phrases and words that the site lacks are searched by meaning.
        const isMore = more.length > 0 && (mass === 0 || (terms[place]?.isPhrase ?? false));
        return { words: [...words, ...more], mass: isMore ? most : mass, worth: isMore ? most : worth, isWanted };
      });
      ranking = rankSections(scope, both, rules);
    }
    const pinned = pinnedSections(scope, query).filter(({ page }) => rules.includes?.(page) ?? true);
    const isPinned = new Set(pinned.map(({ page }) => page));
    const ranked = [...pinned, ...ranking.filter(({ page }) => !isPinned.has(page))];
    const explained = explainedBy(query, known);
    return {
      found: ranked.map((one): Found => ({ scope, ranked: one, explained })),
      didYouMean: correctedQuery(
        query,
        terms,
        found.map(({ corrected }) => corrected),
      ),
    };
  }

  async #show(
    found: readonly Found[],
    { query, limit, perPage }: { query: string; limit: number; perPage: number },
  ): Promise<SearchHit[]> {
    const seenOf = new Map<string, number>();
    const chosen: Found[] = [];
    for (const one of found) {
      // Also stops if the limit is NaN.
      if (!(chosen.length < limit)) break;
      const key = `${one.scope.manifest.name}\n${one.ranked.page}`;
      const seen = seenOf.get(key) ?? 0;
      if (seen >= perPage) continue;
      seenOf.set(key, seen + 1);
      chosen.push(one);
    }
    const names = [...new Set(chosen.map(chunkNameOf))];
    const chunks = new Map(
      await Promise.all(names.map(async (name) => [name, await this.#index.chunk(name)] as const)),
    );
    const phraseBonus = phraseBonusOf(query);
    return chosen
      .flatMap((one) => {
        const chunk = chunks.get(chunkNameOf(one));
        return chunk === undefined ? [] : { hit: toHit(chunk, one), explained: one.explained };
      })
      .map(({ hit, explained }) => {
        const isPinned = hit.score > pinnedScore / 2;
        return { hit, score: isPinned ? hit.score : hit.score * (1 + phraseBonus(hit) + explained(hit)) };
      })
      .sort((a, b) => b.score - a.score)
      .map(({ hit, score }) => ({ ...hit, score: Math.min(1, score) }));
  }

  #language(base: string) {
    const { languages = {}, synonyms = [] } = this.#index.manifest;
    const load = async (): Promise<KnownLanguage> => {
      const file = Object.hasOwn(languages, base) ? languages[base] : undefined;
      const language = (await this.#loadLanguage(base, file).catch(() => undefined)) ?? unknownLanguage;
      // Cached, because a query compares its words with the same index words repeatedly.
      const stem = remember(20_000, language.stem);
      const concepts = createConcepts({ ...language, stem }, synonyms);
      return { stem, stop: new Set(language.stopWords.split(' ')), concepts, readName: createReadName(concepts) };
    };
    const found = this.#languages.get(base) ?? load();
    this.#languages.set(base, found);
    return found;
  }
}

type Shown = Pick<Found, 'scope' | 'ranked'>;

/** Returns the fields of a result for a section. */
export async function hitOf(index: OpenIndex, shown: Shown): Promise<SearchHit> {
  return toHit(await index.chunk(chunkNameOf(shown)), shown);
}

function chunkNameOf({ scope: { manifest }, ranked }: Shown): string {
  return manifest.chunks[Math.floor(ranked.section / manifest.sectionsPerChunk)] ?? '';
}

function toHit(chunk: SectionChunk, { scope: { manifest }, ranked }: Shown): SearchHit {
  const { sectionsPerChunk, name, product, version, language } = manifest;
  const [page, anchor, heading, snippet] = chunk.sections[ranked.section % sectionsPerChunk] ?? [0, '', '', ''];
  const [path, title, breadcrumbs] = chunk.pages[page] ?? ['', '', ''];
  return {
    path,
    title,
    heading,
    anchor,
    breadcrumbs: breadcrumbs === '' ? [] : breadcrumbs.split(' › '),
    score: ranked.score,
    coverage: ranked.coverage,
    snippet,
    scope: name,
    ...(product === undefined ? {} : { product }),
    ...(version === undefined ? {} : { version }),
    ...(language === undefined ? {} : { language }),
  };
}

export function isInFacets(scope: ScopeManifest, filter: SearchFilter): boolean {
  return (['product', 'version', 'language'] as const).every(
    (facet) => filter[facet] === undefined || scope[facet] === undefined || scope[facet] === filter[facet],
  );
}

/** Returns the pages that the site pins for these words, which rank above all other results. */
export function pinnedSections({ manifest: { pinned = {} }, pageOf }: OpenScope, query: string): RankedSection[] {
  const key = lookUpWords(query).join(' ');
  const sections = Object.hasOwn(pinned, key) ? (pinned[key] ?? []) : [];
  return sections.map((section, place) => ({
    section,
    page: pageOf[section] ?? 0,
    score: pinnedScore - place,
    coverage: 1,
  }));
}

export function pageFilter(
  { pages }: OpenScope,
  { section, tag }: SearchFilter,
): ((page: number) => boolean) | undefined {
  if (section === undefined && tag === undefined) return undefined;
  const group = section === undefined ? undefined : pages.groups.indexOf(section);
  const tagged = tag === undefined ? undefined : new Set(Object.hasOwn(pages.tags, tag) ? pages.tags[tag] : []);
  return (page) =>
    (group === undefined || (group >= 0 && pages.groupOf[page] === group)) &&
    (tagged === undefined || tagged.has(page));
}

/** Returns the query with corrected words, or `undefined` if nothing was corrected. */
function correctedQuery(
  query: string,
  terms: readonly QueryTerm[],
  corrected: readonly (string | undefined)[],
): string | undefined {
  let better = query.trim();
  for (const [place, word] of corrected.entries()) {
    const text = terms[place]?.text;
    if (word === undefined || text === undefined) continue;
    for (const run of runsOf(better)) if (wordsOfRun(run)[0] === text) better = better.replace(run, word);
  }
  return better === query.trim() ? undefined : better;
}

async function withSnippets(
  hits: readonly SearchHit[],
  query: string,
  readPage: (path: string) => Promise<string | undefined>,
): Promise<SearchHit[]> {
  return Promise.all(
    hits.map(async (hit) => {
      const markdown = await readPage(hit.path).catch(() => undefined);
      return markdown === undefined ? hit : { ...hit, snippet: excerptAround(markdown, hit, query) };
    }),
  );
}
