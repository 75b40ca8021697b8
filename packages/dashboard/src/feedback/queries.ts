import type { Feedback, FeedbackList } from '@docwright/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export type FeedbackStatus = Feedback['status'];

export interface FeedbackFilters {
  readonly status?: FeedbackStatus | undefined;
  readonly source?: Feedback['source'] | undefined;
}

/**
 * Loading a page counts toward an organization's limit of a hundred calls per hour, so pages are cached, and changes
 * are written to the cache.
 */
const FRESH_MS = 300_000;
const DAYS = 400;
const DAY_MS = 86_400_000;

const firstDay = (): string => new Date(Date.now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);

export const feedbackKey = (projectId: string) => ['feedback', projectId] as const;

export const feedbackQuery = (client: Client, projectId: string, filters: FeedbackFilters) =>
  infiniteQueryOptions({
    queryKey: [...feedbackKey(projectId), filters],
    staleTime: FRESH_MS,
    queryFn: ({ pageParam, signal }) =>
      client.listFeedback({ projectId, dateFrom: firstDay(), ...filters, limit: 25, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const feedbackByPageQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: [...feedbackKey(projectId), 'by-page'],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => client.countFeedbackByPage({ projectId, dateFrom: firstDay(), limit: 5 }, { signal }),
  });

export interface LoadedFeedback {
  readonly pages: readonly FeedbackList[];
  readonly pageParams: readonly unknown[];
}

/** Returns the loaded rows with a new version of one row, which keeps its position until the filters change. */
export const withChanged = (loaded: LoadedFeedback | undefined, changed: Feedback): LoadedFeedback | undefined =>
  loaded && {
    ...loaded,
    pages: loaded.pages.map((page) => ({
      ...page,
      feedback: page.feedback.map((one) => (one.id === changed.id ? changed : one)),
    })),
  };

/** Returns the loaded rows without one row. */
export const without = (loaded: LoadedFeedback | undefined, id: string): LoadedFeedback | undefined =>
  loaded && {
    ...loaded,
    pages: loaded.pages.map((page) => ({ ...page, feedback: page.feedback.filter((one) => one.id !== id) })),
  };
