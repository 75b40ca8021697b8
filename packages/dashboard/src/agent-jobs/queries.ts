import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AgentJob } from '@docwright/sdk';
import type { Client } from '../api/create-api.ts';
import { readAddress } from './read-address.ts';

export interface JobFilters {
  readonly project?: string | undefined;
  readonly status?: AgentJob['status'] | undefined;
  readonly pullRequest?: NonNullable<AgentJob['pullRequest']>['state'] | undefined;
  readonly search?: string | undefined;
}

const PAGE = 100;
const NEWEST_EVERY_MS = 4000;

export const jobPagesQuery = (client: Client, filters: JobFilters) =>
  infiniteQueryOptions({
    queryKey: ['jobs', 'pages', filters],
    queryFn: ({ pageParam, signal }) =>
      client.listAllAgentJobs({ ...filters, limit: PAGE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // The newest page is requested separately, because reloading a hundred pages would take a hundred requests.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const newestJobsQuery = (client: Client, filters: JobFilters) =>
  queryOptions({
    queryKey: ['jobs', 'newest', filters],
    queryFn: ({ signal }) => client.listAllAgentJobs({ ...filters, limit: PAGE }, { signal }),
    refetchInterval: NEWEST_EVERY_MS,
  });

export interface JobIds {
  readonly projectId: string;
  readonly id: string;
}

export const jobQuery = (client: Client, ids: JobIds) =>
  queryOptions({ queryKey: ['job', ids.id], queryFn: ({ signal }) => client.getAgentJob(ids, { signal }) });

export const jobDiffQuery = (client: Client, ids: JobIds) =>
  queryOptions({ queryKey: ['job', ids.id, 'diff'], queryFn: ({ signal }) => client.getAgentJobDiff(ids, { signal }) });

/**
 * Requests a job's image as a `data:` URL for `img`. The image is fetched by the client, because the request needs a
 * header with the organization, which a browser doesn't send for `img`.
 */
export const jobImageQuery = (client: Client, ids: JobIds, digest: string) =>
  queryOptions({
    queryKey: ['job', ids.id, 'image', digest],
    queryFn: async ({ signal }) => readAddress(await client.getAgentJobImage({ ...ids, digest }, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Whether the project's models can see images. */
export const seesImagesQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: ['sees-images', projectId],
    queryFn: async ({ signal }) => (await client.getProjectModels({ projectId }, { signal })).seesImages,
    retry: false,
  });

const MENTIONED = 6;
const PAGES_FRESH_MS = 60_000;

/** Finds pages of the project's live site that match a few letters; none if the site isn't live. */
export const pageHitsQuery = (client: Client, projectId: string, query: string) =>
  queryOptions({
    queryKey: ['page-hits', projectId, query],
    queryFn: async ({ signal }) => {
      const { slug, live } = await client.getSite({ projectId }, { signal });
      if (!live) return [];
      const hits = await client.searchDiscovery({ domain: slug, query, pageSize: MENTIONED }, { signal });
      return hits.map(({ path, metadata }) => ({ path, title: metadata.title }));
    },
    staleTime: PAGES_FRESH_MS,
    retry: false,
    // The previous results are shown until the next results arrive.
    placeholderData: keepPreviousData,
  });
