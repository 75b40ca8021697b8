import { parseJson } from '@docwright/bundle';
import { operations } from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isStorableText, readPage, unknownCursor, type OperationRoutes } from '../../../platform/http/index.ts';
import { admitToAnalytics } from './admit.ts';
import { splitCall, splitCode, splitRead } from '@docwright/site-server';
import {
  countSearches,
  selectByDay,
  selectByHour,
  selectBySubject,
  selectHits,
  selectTotals,
  type AnalyticsTables,
  type Counts,
  type RowPosition,
  type SubjectRow,
} from './store.ts';

const defaultRows = 50;
const maxDaysOfHours = 31;

interface RouteDeps {
  readonly database: Database<AnalyticsTables>;
  readonly clock: Clock;
}

export function registerAnalyticsRoutes(routes: OperationRoutes, deps: RouteDeps): void {
  const { kysely } = deps.database;
  routes.handle(operations.getAnalyticsViews, async ({ principal, params, query }) => {
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    const page = await readSlice(query, (slice) =>
      selectBySubject(kysely, { ...asked, ...slice }, { kind: 'view', measure: 'views' }),
    );
    const totals = withTotal(await selectTotals(kysely, asked, 'views'));
    return { totals, views: page.rows.map(toPageCounts), hasMore: page.hasMore };
  });
  routes.handle(operations.getAnalyticsVisitors, async ({ principal, params, query }) => {
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    const page = await readSlice(query, (slice) =>
      selectBySubject(kysely, { ...asked, ...slice }, { kind: 'view', measure: 'visitors' }),
    );
    const totals = withTotal(await selectTotals(kysely, asked, 'visitors'));
    return { totals, visitors: page.rows.map(toPageCounts), hasMore: page.hasMore };
  });
  routes.handle(operations.getAnalyticsSearches, async ({ principal, params, query }) => {
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
    const isWithoutResult = query.withoutResult === true;
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    const page = await readPage(
      query.limit ?? defaultRows,
      (limit) => selectHits(kysely, { ...asked, limit, offset: 0 }, { kind: 'search', isWithoutResult, after }),
      ({ subject, hits, without_result }) => writeCursor(subject, isWithoutResult ? without_result : hits),
    );
    const totalSearches = await countSearches(kysely, asked);
    return { totalSearches, searches: page.rows.map(toSearch), nextCursor: page.nextCursor };
  });
  routes.handle(operations.getAnalyticsTimeseries, async ({ principal, params, query }) => {
    const maxDays = query.interval === 'hour' ? maxDaysOfHours : undefined;
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query, maxDays });
    const days = await selectByDay(kysely, asked);
    const hours = query.interval === 'hour' ? await selectByHour(kysely, asked) : undefined;
    return {
      days: days.map(({ date, ...counts }) => ({ date, ...withTotals(counts) })),
      ...(hours && { hours: hours.map(({ at, ...counts }) => ({ time: at.toISOString(), ...withTotals(counts) })) }),
    };
  });
  routes.handle(operations.getAnalyticsReferrers, async ({ principal, params, query }) => {
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    const page = await readSlice(query, (slice) =>
      selectBySubject(kysely, { ...asked, ...slice }, { kind: 'referrer', measure: 'views' }),
    );
    const referrers = page.rows.map(({ subject, ...counts }) => ({ referrer: subject, ...withTotal(counts) }));
    return { referrers, hasMore: page.hasMore };
  });
  routes.handle(operations.getAnalyticsNotFound, async ({ principal, params, query }) => {
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    const page = await readSlice(query, (slice) => selectHits(kysely, { ...asked, ...slice }, { kind: 'not_found' }));
    return { notFound: page.rows.map(toMissed), hasMore: page.hasMore };
  });
  routes.handle(operations.getAnalyticsOutlinks, async ({ principal, params, query }) => {
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    const page = await readSlice(query, (slice) => selectHits(kysely, { ...asked, ...slice }, { kind: 'outlink' }));
    return { outlinks: page.rows.map(toOutlink), hasMore: page.hasMore };
  });
  routes.handle(operations.getAnalyticsCodeCopies, async ({ principal, params, query }) => {
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    const page = await readSlice(query, (slice) => selectHits(kysely, { ...asked, ...slice }, { kind: 'code_copy' }));
    return { codeCopies: page.rows.map(toCodeCopy), hasMore: page.hasMore };
  });
  routes.handle(operations.getAnalyticsPlaygroundCalls, async ({ principal, params, query }) => {
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    const page = await readSlice(query, (slice) =>
      selectHits(kysely, { ...asked, ...slice }, { kind: 'playground_call' }),
    );
    return { playgroundCalls: page.rows.map(toPlaygroundCall), hasMore: page.hasMore };
  });
  routes.handle(operations.getAnalyticsAgentReads, async ({ principal, params, query }) => {
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    const page = await readSlice(query, (slice) => selectHits(kysely, { ...asked, ...slice }, { kind: 'agent_read' }));
    return { agentReads: page.rows.map(toAgentRead), hasMore: page.hasMore };
  });
}

interface Slice {
  readonly limit: number;
  readonly offset: number;
}

/** Reads one row more than requested, to find out whether there are more. */
async function readSlice<Row>(
  { limit = defaultRows, offset = 0 }: { readonly limit?: number; readonly offset?: number },
  select: (slice: Slice) => Promise<readonly Row[]>,
): Promise<{ readonly rows: readonly Row[]; readonly hasMore: boolean }> {
  const rows = await select({ limit: limit + 1, offset });
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

const withTotal = ({ human, ai }: Counts) => ({ human, ai, total: human + ai });
const withTotals = ({ views, visitors }: { readonly views: Counts; readonly visitors: Counts }) => ({
  views: withTotal(views),
  visitors: withTotal(visitors),
});
const toPageCounts = ({ subject, ...counts }: Counts & { readonly subject: string }) => ({
  path: subject,
  ...withTotal(counts),
});
const toSearch = ({ subject, hits, clicks, without_result, target, last_at }: SubjectRow) => ({
  searchQuery: subject,
  hits,
  ctr: hits === 0 ? 0 : Math.min(1, clicks / hits),
  topClickedPage: target,
  withoutResult: without_result,
  lastSearchedAt: last_at.toISOString(),
});
const toMissed = ({ subject, hits, target, last_at }: SubjectRow) => ({
  path: subject,
  hits,
  topReferrer: target,
  lastSeenAt: last_at.toISOString(),
});

const toOutlink = ({ subject, hits, target, last_at }: SubjectRow) => ({
  url: subject,
  clicks: hits,
  topPage: target,
  lastClickedAt: last_at.toISOString(),
});
const toCodeCopy = ({ subject, hits, last_at }: SubjectRow) => {
  const { path, language, line } = splitCode(subject);
  return { path, language, firstLine: line, copies: hits, lastCopiedAt: last_at.toISOString() };
};
const toPlaygroundCall = ({ subject, hits, target, last_at }: SubjectRow) => ({
  ...splitCall(subject),
  calls: hits,
  topPage: target,
  lastCalledAt: last_at.toISOString(),
});

const toAgentRead = ({ subject, hits, last_at }: SubjectRow) => {
  const { path, via, tool } = splitRead(subject);
  return { path: path || null, via, tool: tool || null, reads: hits, lastReadAt: last_at.toISOString() };
};

const writeCursor = (subject: string, figure: number): string =>
  Buffer.from(JSON.stringify([figure, subject])).toString('base64url');

/** @throws ApiError invalid_request */
function readCursor(cursor: string): RowPosition {
  try {
    const [figure, subject] = parseJson(Buffer.from(cursor, 'base64url').toString()) as readonly unknown[];
    const isCount = typeof figure === 'number' && Number.isInteger(figure) && figure >= 0 && figure < 2 ** 31;
    if (isCount && typeof subject === 'string' && isStorableText(subject)) return { figure, subject };
  } catch {
    // Text in any other format isn't one of our cursors.
  }
  throw unknownCursor(cursor);
}
