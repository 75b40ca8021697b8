import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ExportJob } from '@docwright/sdk';
import type { Client } from '../api/create-api.ts';

export interface ExportFilters {
  readonly project?: string | undefined;
  readonly status?: ExportJob['status'] | undefined;
}

const PAGE = 30;
const RUNNING_EVERY_MS = 2500;

export const isEnded = ({ status }: Pick<ExportJob, 'status'>): boolean =>
  status === 'completed' || status === 'failed';

export const exportPagesQuery = (client: Client, filters: ExportFilters) =>
  infiniteQueryOptions({
    queryKey: ['exports', filters],
    queryFn: ({ pageParam, signal }) =>
      client.listStaticExports({ ...filters, limit: PAGE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ jobs }) => jobs.some((job) => !isEnded(job))) === true ? RUNNING_EVERY_MS : 20_000,
  });

export const exportQuery = (client: Client, jobId: string) =>
  queryOptions({
    queryKey: ['export', jobId],
    queryFn: ({ signal }) => client.getStaticExport({ jobId }, { signal }),
    // The job is also polled, because a proxy may buffer streams.
    refetchInterval: ({ state }) => (state.data === undefined || isEnded(state.data) ? false : RUNNING_EVERY_MS * 2),
  });
