import type { PageHealth, PageHealthList } from '@docwright/contract';
import { toDay } from '@docwright/site-server';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { selectFirstCountedDay, selectPageReaders, selectPageSearchers, type PageReaders } from '../analytics/index.ts';
import { selectAnchorCheck } from '../../agent/context-repositories/index.ts';
import { noSuchHost } from './check-link.ts';
import { selectBrokenLinks, selectPages, selectSiteFacts, type KnownPage, type SiteFacts } from './store.ts';
import type { PageHealthTables } from './tables.ts';

export interface ListDeps {
  readonly database: Database<PageHealthTables>;
  readonly clock: Clock;
  /** Whether the workers check links to other hosts. */
  readonly checksLinks: boolean;
}

export interface AskedLists {
  readonly projectId: string;
  readonly hasAnalytics: boolean;
  /** `undefined` for all lists. */
  readonly list: PageHealthList | undefined;
  readonly limit: number;
  readonly offset: number;
}

type Db = ListDeps['database']['kysely'];

const dayMs = 86_400_000;
/** A page counts as unread if it had no readers for this long. */
const unreadDays = 90;
/** Pages are judged only after they have existed, and readers have been counted, for this long. */
const leastDays = 30;
/** Share of a page's readers who search from it, and their minimum number. */
const searchedDays = 30;
const leastSearchers = 5;
const leastShare = 0.1;
/** A page counts as old if its text did not change for this long. */
const staleDays = 180;

/** Lists the issues of the live site's pages, from the worker's checks and readers' behavior. */
export async function listPageHealth(deps: ListDeps, asked: AskedLists): Promise<PageHealth> {
  const { kysely: db } = deps.database;
  const wants = (list: PageHealthList): boolean => asked.list === undefined || asked.list === list;
  const site = await selectSiteFacts(db, asked.projectId);
  const wantsPages = wants('unread') || wants('searched_from') || wants('stale');
  const pages = site !== undefined && wantsPages ? await selectPages(db, asked.projectId) : [];
  const firstDay = wantsPages && asked.hasAnalytics ? await selectFirstCountedDay(db, asked.projectId) : undefined;
  const shared: Shared = { site, pages, firstDay, now: deps.clock.now(), asked };
  const read = wants('unread') || wants('stale') ? await readReaders(db, shared, unreadDays) : noReaders;
  return {
    brokenLinks: wants('broken_links') ? await listBrokenLinks(deps, site, asked) : null,
    unreadPages: wants('unread') ? listUnread(shared, read) : null,
    searchedFromPages: wants('searched_from') ? await listSearchedFrom(db, shared) : null,
    stalePages: wants('stale') ? listStale(shared, read) : null,
    codeChangedPages: wants('code_changed') ? await listCodeChanged(db, asked) : null,
  };
}

async function listBrokenLinks(
  { database: { kysely: db }, checksLinks }: ListDeps,
  site: SiteFacts | undefined,
  { projectId, limit, offset }: AskedLists,
): Promise<NonNullable<PageHealth['brokenLinks']>> {
  if (!checksLinks || site === undefined) {
    const none = { links: 0, checked: 0, complete: true, rows: [], hasMore: false };
    return { state: checksLinks ? 'waiting' : 'off', ...none };
  }
  const rows = await selectBrokenLinks(db, projectId, { limit: limit + 1, offset });
  return {
    state: 'known',
    ...site,
    rows: rows.slice(0, limit).map(({ url, reason, pages, pageCount, goneSince, goneAt }) => ({
      url,
      status: reason === noSuchHost ? null : Number(reason),
      pages: [...pages],
      pageCount,
      brokenSince: goneSince.toISOString(),
      checkedAt: goneAt.toISOString(),
    })),
    hasMore: rows.length > limit,
  };
}

interface Shared {
  readonly site: SiteFacts | undefined;
  readonly pages: readonly KnownPage[];
  /** The first counted day, or `undefined` if no day was counted or analytics are turned off. */
  readonly firstDay: string | undefined;
  readonly now: number;
  readonly asked: AskedLists;
}

type Readers = ReadonlyMap<string, PageReaders>;
const noReaders: Readers = new Map();

/** Returns the first of this many days, including today. */
const firstOf = (now: number, days: number): string => toDay(now, 1 - days);

async function readReaders(db: Db, { site, firstDay, now, asked }: Shared, days: number): Promise<Readers> {
  if (site === undefined || firstDay === undefined) return noReaders;
  const range = { projectId: asked.projectId, from: firstOf(now, days), to: toDay(now, 1) };
  return new Map((await selectPageReaders(db, range)).map((row) => [row.path, row]));
}

/** Lists pages without readers, except new pages, which haven't had time to get readers. */
function listUnread(
  { site, pages, firstDay, now, asked }: Shared,
  readers: Readers,
): NonNullable<PageHealth['unreadPages']> {
  const oldest = now - leastDays * dayMs;
  if (site === undefined || firstDay === undefined || firstDay > toDay(oldest))
    return { state: asked.hasAnalytics ? 'waiting' : 'off', since: null, rows: [], hasMore: false };
  const from = firstOf(now, unreadDays);
  const rows = pages
    .filter(({ path, addedAt }) => !readers.has(path) && (addedAt === null || addedAt.getTime() <= oldest))
    .map(({ path, title }) => ({ path, title }));
  return { state: 'known', since: firstDay > from ? firstDay : from, ...slice(rows, asked) };
}

async function listSearchedFrom(db: Db, shared: Shared): Promise<NonNullable<PageHealth['searchedFromPages']>> {
  const { site, pages, firstDay, now, asked } = shared;
  if (site === undefined || firstDay === undefined)
    return { state: asked.hasAnalytics ? 'waiting' : 'off', rows: [], hasMore: false };
  const range = { projectId: asked.projectId, from: firstOf(now, searchedDays), to: toDay(now, 1) };
  const searchersOf = await selectPageSearchers(db, range);
  const readersOf = await readReaders(db, shared, searchedDays);
  const rows = pages
    .map(({ path, title }) => {
      const readers = readersOf.get(path)?.readers ?? 0;
      // A reader who opened the page before midnight and searched after midnight counts only as a searcher of that day.
      const searchers = Math.min(searchersOf.get(path) ?? 0, readers);
      return { path, title, readers, searchers, share: Math.round((searchers / readers) * 1_000) / 1_000 };
    })
    .filter(({ searchers, share }) => searchers >= leastSearchers && share >= leastShare)
    .sort((a, b) => b.share - a.share || b.readers - a.readers || (a.path < b.path ? -1 : 1));
  return { state: 'known', ...slice(rows, asked) };
}

export const isStale = ({ unchangedSince }: Pick<KnownPage, 'unchangedSince'>, now: number): boolean =>
  unchangedSince.getTime() <= now - staleDays * dayMs;

/** Lists stale pages, most viewed first, or oldest first if readers aren't counted. */
function listStale(
  { site, pages, firstDay, now, asked }: Shared,
  readers: Readers,
): NonNullable<PageHealth['stalePages']> {
  if (site === undefined) return { state: 'waiting', rows: [], hasMore: false };
  const rows = pages
    .filter((page) => isStale(page, now))
    .map(({ path, title, unchangedSince }) => ({
      path,
      title,
      unchangedSince: unchangedSince.toISOString(),
      views: firstDay === undefined ? null : (readers.get(path)?.views ?? 0),
    }))
    .sort((a, b) => (b.views ?? 0) - (a.views ?? 0) || (a.unchangedSince < b.unchangedSince ? -1 : 1));
  return { state: 'known', ...slice(rows, asked) };
}

/** Lists pages whose anchored code changed, from a check of the source, because built sites don't contain anchors. */
async function listCodeChanged(db: Db, asked: AskedLists): Promise<NonNullable<PageHealth['codeChangedPages']>> {
  const check = await selectAnchorCheck(db, asked.projectId);
  if (check === undefined) return { state: 'off', checkedAt: null, fault: null, rows: [], hasMore: false };
  const rows = check.stale.map(({ page, ...stale }) => ({ path: toPath(page), file: page, ...stale }));
  return {
    state: check.checkedAt === null ? 'waiting' : 'known',
    checkedAt: check.checkedAt?.toISOString() ?? null,
    fault: check.fault,
    ...slice(rows, asked),
  };
}

/** Converts `guides/keys.mdx` to `/guides/keys`. */
const toPath = (file: string): string => `/${file.replace(/\.mdx$/, '').replace(/(?:^|\/)index$/, '')}`;

function slice<Row>(
  rows: readonly Row[],
  { limit, offset }: AskedLists,
): { readonly rows: Row[]; readonly hasMore: boolean } {
  return { rows: rows.slice(offset, offset + limit), hasMore: rows.length > offset + limit };
}
