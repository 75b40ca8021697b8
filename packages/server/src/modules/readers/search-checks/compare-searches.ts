import type { SearchChange, SearchSource } from '@docwright/contract';
import { findExtracts, type SiteKnowledge } from '@docwright/site-assistant';

/** A query, and the page that it should find. */
export interface SearchCheck {
  readonly query: string;
  readonly source: SearchSource;
  /**
   * The page's path, such as `guides/start` or `index`; `undefined` for the page that the live site ranks first.
   */
  readonly path: string | undefined;
}

export interface ComparedSite {
  readonly knowledge: SiteKnowledge;
  /** New locations of pages that the site no longer has, by their previous path, such as `guides/start`. */
  readonly movedTo: ReadonlyMap<string, string>;
}

interface SearchResults {
  readonly queries: number;
  /** False if the time ran out first. */
  readonly complete: boolean;
  readonly changes: readonly SearchChange[];
}

/** Number of top-ranked pages that are compared for each query. */
const comparedPlaces = 20;
/** A page that no check names can be ranked below better pages, as long as it stays on the first screen. */
const firstScreen = 3;

interface Findings {
  /** The page's rank, starting from 1; null if the page isn't among the compared pages. */
  readonly place: number | null;
  /** Whether the question is answered; null if the query isn't a question. */
  readonly answered: boolean | null;
}

/** Compares the results of two versions of a site. The same versions and checks always produce the same result. */
export async function compareSearches(
  sites: { readonly before: ComparedSite; readonly after: ComparedSite },
  checks: readonly SearchCheck[],
  isOver: () => boolean,
): Promise<SearchResults> {
  const changes: SearchChange[] = [];
  let queries = 0;
  for (const check of checks) {
    if (isOver()) return { queries, complete: false, changes: worseFirst(changes) };
    const change = await compareOne(sites, check);
    if (change !== undefined) changes.push(change);
    queries += 1;
  }
  return { queries, complete: true, changes: worseFirst(changes) };
}

async function compareOne(
  { before, after }: { readonly before: ComparedSite; readonly after: ComparedSite },
  check: SearchCheck,
): Promise<SearchChange | undefined> {
  const { query, source } = check;
  const [foundBefore, foundAfter] = await Promise.all([findPages(before, query), findPages(after, query)]);
  const path = check.path ?? foundBefore[0] ?? foundAfter[0];
  if (path === undefined) return undefined;
  const isGolden = source === 'golden';
  const [was, is] = await Promise.all([
    look(before, { found: foundBefore, path, question: isGolden ? query : undefined }),
    look(after, { found: foundAfter, path, question: isGolden ? query : undefined }),
  ]);
  const verdict = judge(was, is, check.path !== undefined);
  if (verdict === undefined) return undefined;
  return {
    query,
    source,
    path: toAddress(path),
    before: was.place,
    after: is.place,
    answeredBefore: was.answered,
    answeredAfter: is.answered,
    verdict,
  };
}

/** Returns each matching page once, best first. */
async function findPages({ knowledge }: ComparedSite, query: string): Promise<readonly string[]> {
  const { passages } = await knowledge.search(query, { limit: comparedPlaces, perPage: 1 });
  return [...new Set(passages.map(({ path }) => path))];
}

async function look(
  { knowledge, movedTo }: ComparedSite,
  asked: { readonly found: readonly string[]; readonly path: string; readonly question: string | undefined },
): Promise<Findings> {
  const path = asked.found.includes(asked.path) ? asked.path : (movedTo.get(asked.path) ?? asked.path);
  const index = asked.found.indexOf(path);
  return {
    place: index === -1 ? null : index + 1,
    answered: asked.question === undefined ? null : await isAnswered(knowledge, asked.question, path),
  };
}

/** Whether the question is answered with text from the page. */
async function isAnswered(knowledge: SiteKnowledge, question: string, path: string): Promise<boolean> {
  const { extracts } = await findExtracts(knowledge, question);
  return extracts.some((extract) => extract.path === path);
}

/**
 * Judges a change. A lost answer is worse regardless of the rank. If no check names the page, all ranks on the first
 * screen are equally good.
 */
function judge(was: Findings, is: Findings, isNamed: boolean): SearchChange['verdict'] | undefined {
  if (was.answered === true && is.answered === false) return 'worse';
  const rank = (place: number | null): number =>
    place === null ? comparedPlaces + 1 : isNamed ? place : Math.max(place, firstScreen);
  const moved = rank(is.place) - rank(was.place);
  if (moved > 0) return 'worse';
  if (moved < 0 || (was.answered === false && is.answered === true)) return 'better';
  return undefined;
}

const worseFirst = (changes: readonly SearchChange[]): readonly SearchChange[] => [
  ...changes.filter(({ verdict }) => verdict === 'worse'),
  ...changes.filter(({ verdict }) => verdict === 'better'),
];

/** Returns a page's path: `guides/start` for `/guides/start` or `/guides/start/`, and `index` for the first page. */
export function toPagePath(address: string, basePath = ''): string {
  const isBelow = basePath !== '' && (address === basePath || address.startsWith(`${basePath}/`));
  const path = (isBelow ? address.slice(basePath.length) : address).replaceAll(/^\/+|(?<!\/)\/+$/g, '');
  return path === '' ? 'index' : path;
}

const toAddress = (path: string): string => (path === 'index' ? '/' : `/${path}`);
