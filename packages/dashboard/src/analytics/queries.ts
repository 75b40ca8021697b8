import { DocwrightError, type AnalyticsPage, type AnalyticsTimeseries } from '@docwright/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';
import { toBarLabel, toDayBars, type Bars } from './chart-bars.ts';
import { addDays, countDays, type Period } from './period.ts';

/** Figures aren't requested again for five minutes, because the page needs ten requests. */
const FRESH_MS = 300_000;
const ROWS = 10;
/** Longer periods aren't compared with the previous one: by default, figures expire after a year. */
const MOST_COMPARED_DAYS = 90;
/** A chart of one or two days has a bar for each hour. */
const MOST_DAYS_BY_HOUR = 2;

/** Converts a period to the API's format, in which `dateTo` is the day after the last day. */
export const toDates = ({ from, to }: Period) => ({ dateFrom: from, dateTo: addDays(to, 1) });

/** Requests the activity of readers, by UTC day. */
export const analyticsQuery = (client: Client, projectId: string, period: Period) =>
  queryOptions({
    queryKey: ['analytics', projectId, period],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const days = countDays(period);
      const asked = { projectId, ...toDates(period) };
      const hasBefore = days <= MOST_COMPARED_DAYS;
      const [timeseries, views, referrers, searches, fruitless, notFound, outlinks, codeCopies, playground, agents] =
        await Promise.all([
          // One call for the period and the previous one.
          client.getAnalyticsTimeseries(
            {
              ...asked,
              dateFrom: hasBefore ? addDays(period.from, -days) : period.from,
              ...(days <= MOST_DAYS_BY_HOUR && { interval: 'hour' }),
            },
            { signal },
          ),
          client.getAnalyticsViews({ ...asked, limit: ROWS }, { signal }),
          client.getAnalyticsReferrers({ ...asked, limit: ROWS }, { signal }),
          client.getAnalyticsSearches({ ...asked, limit: ROWS }, { signal }),
          client.getAnalyticsSearches({ ...asked, limit: ROWS, withoutResult: true }, { signal }),
          client.getAnalyticsNotFound({ ...asked, limit: ROWS }, { signal }),
          client.getAnalyticsOutlinks({ ...asked, limit: ROWS }, { signal }),
          client.getAnalyticsCodeCopies({ ...asked, limit: ROWS }, { signal }),
          client.getAnalyticsPlaygroundCalls({ ...asked, limit: ROWS }, { signal }),
          client.getAnalyticsAgentReads({ ...asked, limit: ROWS }, { signal }),
        ]);
      return {
        days: timeseries.days.slice(-days),
        bars: toBars(timeseries, days),
        before: hasBefore ? timeseries.days.slice(0, -days) : undefined,
        ...views,
        referrers: referrers.referrers,
        ...searches,
        fruitless: fruitless.searches,
        notFound: notFound.notFound,
        outlinks: outlinks.outlinks,
        codeCopies: codeCopies.codeCopies,
        playgroundCalls: playground.playgroundCalls,
        agentReads: agents.agentReads,
      };
    },
  });

/** Returns the bars for the last `count` days. */
function toBars({ days, hours }: AnalyticsTimeseries, count: number): Bars {
  if (hours === undefined) return { unit: 'day', bars: toDayBars(days.slice(-count)) };
  const bars = hours.slice(-24 * count).map(({ time, ...counts }) => ({ label: toBarLabel(time, 'hour'), ...counts }));
  return { unit: 'hour', bars };
}

export interface RequestedPage {
  readonly projectId: string;
  readonly path: string;
  readonly period: Period;
}

/** Requests the figures of a page; null if the page doesn't exist and was never read. */
export const pageQuery = (client: Client, { projectId, path, period }: RequestedPage) =>
  queryOptions({
    queryKey: ['analytics', projectId, 'page', path, period],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }): Promise<AnalyticsPage | null> => {
      try {
        return await client.getAnalyticsPage({ projectId, path, limit: ROWS, ...toDates(period) }, { signal });
      } catch (error) {
        if (error instanceof DocwrightError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** Maximum number of recent deployments to load. The chart marks those that went live in its range. */
export const MOST_MARKED = 100;

export const deployedQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: ['analytics', projectId, 'deployed'],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const asked = { projectId, environment: 'production', status: 'success', limit: MOST_MARKED } as const;
      const { deployments, nextCursor } = await client.listDeployments(asked, { signal });
      return { deployments, isCut: nextCursor !== null };
    },
  });
