import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

/** An organization asks a hundred times an hour, and a look takes eight of them. */
const FRESH_MS = 300_000;
const ROWS = 10;
const DAY_MS = 86_400_000;
/** The figures of a year before are past their time where nothing else is set. */
const MOST_COMPARED_DAYS = 90;

/** Of so many, today among them, in UTC. */
export const firstDay = (days: number): string => new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);

/** What readers did in the last days, today among them, by days of UTC. */
export const analyticsQuery = (client: Client, projectId: string, days: number) =>
  queryOptions({
    queryKey: ['analytics', projectId, days],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const asked = { projectId, dateFrom: firstDay(days) };
      const hasBefore = days <= MOST_COMPARED_DAYS;
      const [timeseries, views, searches, fruitless, notFound, outlinks, codeCopies, playground] = await Promise.all([
        // One call for the period and the one before it.
        client.getAnalyticsTimeseries({ projectId, dateFrom: firstDay(hasBefore ? days * 2 : days) }, { signal }),
        client.getAnalyticsViews({ ...asked, limit: ROWS }, { signal }),
        client.getAnalyticsSearches({ ...asked, limit: ROWS }, { signal }),
        client.getAnalyticsSearches({ ...asked, limit: ROWS, withoutResult: true }, { signal }),
        client.getAnalyticsNotFound({ ...asked, limit: ROWS }, { signal }),
        client.getAnalyticsOutlinks({ ...asked, limit: ROWS }, { signal }),
        client.getAnalyticsCodeCopies({ ...asked, limit: ROWS }, { signal }),
        client.getAnalyticsPlaygroundCalls({ ...asked, limit: ROWS }, { signal }),
      ]);
      return {
        days: timeseries.days.slice(-days),
        before: hasBefore ? timeseries.days.slice(0, -days) : undefined,
        ...views,
        ...searches,
        fruitless: fruitless.searches,
        notFound: notFound.notFound,
        outlinks: outlinks.outlinks,
        codeCopies: codeCopies.codeCopies,
        playgroundCalls: playground.playgroundCalls,
      };
    },
  });
