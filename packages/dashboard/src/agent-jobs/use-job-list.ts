import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AgentJob } from '@docwright/sdk';
import { useMemo } from 'react';
import { useClient } from '../api/api-context.ts';
import { mergeNewest } from './merge-newest.ts';
import { jobPagesQuery, newestJobsQuery, type JobFilters } from './queries.ts';

export interface JobListState {
  /** `undefined` until the first page is loaded. */
  readonly jobs: readonly AgentJob[] | undefined;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** Lists jobs, newest first. Pages are loaded as the user scrolls; the newest page is updated when it changes. */
export function useJobList(filters: JobFilters): JobListState {
  const client = useClient();
  const pages = useInfiniteQuery(jobPagesQuery(client, filters));
  const newest = useQuery(newestJobsQuery(client, filters));
  const loaded = useMemo(() => pages.data?.pages.flatMap(({ jobs }) => jobs), [pages.data]);
  const jobs = useMemo(
    () =>
      loaded === undefined
        ? newest.data?.jobs
        : mergeNewest(newest.data?.jobs, loaded, newest.data?.nextCursor === null),
    [loaded, newest.data],
  );
  return {
    jobs,
    error: pages.error ?? pages.failureReason,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    loadMore: () => {
      if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
    },
    retry: () => void pages.refetch(),
  };
}
