import { openIndex, type OpenIndex, type OpenScope, type ReadIndexFile } from './engine/open-index.ts';
import {
  hitOf,
  isInFacets,
  pageFilter,
  pinnedSections,
  type SearchAnswer,
  type SearchHit,
  type SearchQueryOptions,
} from './engine/search-index.ts';
import { lookUpWords } from './engine/tokenize.ts';
import { fuseByRank, pageOf } from './fuse-by-rank.ts';

/** A section by its position in the index. */
export interface NearSection {
  /** Name of its scope, and its number there. */
  readonly scope: string;
  readonly section: number;
}

/**
 * Finds the sections nearest in meaning to a query, best first. Returns `undefined` if the query is searched only by
 * its words.
 */
export type FindNearest = (query: string) => Promise<readonly NearSection[] | undefined>;

/** Minimum number of words; queries of one or two words are matched literally. */
const MEANT_FROM_WORDS = 3;
/** Minimum number of results of each kind that are merged. */
const FUSED = 50;

const indexes = new WeakMap<ReadIndexFile, Promise<OpenIndex>>();

/**
 * Results by words, merged with results by meaning; without a model, only results by words. Only servers do this,
 * because browsers have no model. Pinned pages remain first.
 */
export async function searchByMeaning(
  byWords: (options: SearchQueryOptions) => Promise<SearchAnswer>,
  read: ReadIndexFile,
  {
    query,
    nearest,
    options,
  }: {
    readonly query: string;
    readonly nearest: FindNearest;
    readonly options: SearchQueryOptions;
  },
): Promise<SearchAnswer> {
  if (lookUpWords(query).length < MEANT_FROM_WORDS) return byWords(options);
  const { limit = 10, perPage = 3 } = options;
  const { meant, pinned } = await findHits(read, (await nearest(query)) ?? [], { query, options });
  // Merging more results than requested would change the order compared with the browser's.
  if (meant.length === 0) return byWords(options);
  const answer = await byWords({ ...options, limit: Math.max(limit, FUSED) });
  // The engine doesn't return other sections of a pinned page.
  const isPinned = (hit: SearchHit): boolean => pinned.has(pageOf(hit));
  const fused = fuseByRank(
    answer.hits.filter((hit) => !isPinned(hit)),
    meant.filter((hit) => !isPinned(hit)),
  );
  return { ...answer, hits: chooseFirst([...answer.hits.filter(isPinned), ...fused], limit, perPage) };
}

interface FoundHits {
  readonly meant: readonly SearchHit[];
  /** Pages that the site pins for the query. */
  readonly pinned: ReadonlySet<string>;
}

async function findHits(
  read: ReadIndexFile,
  near: readonly NearSection[],
  { query, options }: { readonly query: string; readonly options: SearchQueryOptions },
): Promise<FoundHits> {
  if (near.length === 0) return { meant: [], pinned: new Set() };
  const known = indexes.get(read) ?? openIndex(read);
  indexes.set(read, known);
  known.catch(() => indexes.delete(read));
  const index = await known;
  const { scope: name = '', filter = {} } = options;
  const manifests = index.manifest.scopes.filter(
    (one) => (name === '' || one.name === name || one.name === '') && isInFacets(one, filter),
  );
  const scopes = await Promise.all(manifests.map((manifest) => index.scope(manifest)));
  const toHit = (scope: OpenScope, section: number): Promise<SearchHit> => {
    const page = scope.pageOf[section] ?? 0;
    return hitOf(index, { scope, ranked: { section, page, score: 0, coverage: 0 } });
  };
  const found = near.flatMap(({ scope: scopeName, section }) => {
    const scope = scopes.find(({ manifest }) => manifest.name === scopeName && section < manifest.sections);
    if (scope === undefined || pageFilter(scope, filter)?.(scope.pageOf[section] ?? 0) === false) return [];
    return toHit(scope, section);
  });
  const pins = scopes.flatMap((scope) => pinnedSections(scope, query).map(({ section }) => toHit(scope, section)));
  const pinned = new Set((await Promise.all(pins)).map(pageOf));
  return { meant: (await Promise.all(found)).slice(0, FUSED), pinned };
}

function chooseFirst(hits: readonly SearchHit[], limit: number, perPage: number): SearchHit[] {
  const seenOf = new Map<string, number>();
  return hits
    .filter((hit) => {
      const seen = seenOf.get(pageOf(hit)) ?? 0;
      seenOf.set(pageOf(hit), seen + 1);
      return seen < perPage;
    })
    .slice(0, limit);
}
