import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

/** An organization asks a hundred times an hour, and a look takes seven of them. */
const FRESH_MS = 300_000;
const ROWS = 10;
const DAY_MS = 86_400_000;

/** Of so many, today among them, in UTC. */
export const firstDay = (days: number): string => new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);

/** What readers did in the last days, today among them, by days of UTC. */
export const analyticsQuery = (client: Client, projectId: string, days: number) =>
  queryOptions({
    queryKey: ['analytics', projectId, days],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const asked = { projectId, dateFrom: firstDay(days) };
      const [timeseries, views, searches, fruitless, notFound, outlinks, codeCopies] = await Promise.all([
        client.getAnalyticsTimeseries(asked, { signal }),
        client.getAnalyticsViews({ ...asked, limit: ROWS }, { signal }),
        client.getAnalyticsSearches({ ...asked, limit: ROWS }, { signal }),
        client.getAnalyticsSearches({ ...asked, limit: ROWS, withoutResult: true }, { signal }),
        client.getAnalyticsNotFound({ ...asked, limit: ROWS }, { signal }),
        client.getAnalyticsOutlinks({ ...asked, limit: ROWS }, { signal }),
        client.getAnalyticsCodeCopies({ ...asked, limit: ROWS }, { signal }),
      ]);
      return {
        days: timeseries.days,
        ...views,
        ...searches,
        fruitless: fruitless.searches,
        notFound: notFound.notFound,
        outlinks: outlinks.outlinks,
        codeCopies: codeCopies.codeCopies,
      };
    },
  });
