import type { Overview } from '@docwright/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export type { Overview };

const EVERY_MS = 15_000;
const LISTED = 5;

/** @param projectId limits the figures to one project; undefined: the organization */
export const overviewQuery = (client: Client, projectId?: string) =>
  queryOptions({
    queryKey: ['overview', projectId ?? 'all'],
    queryFn: ({ signal }) => client.getOverview({ project: projectId }, { signal }),
    refetchInterval: EVERY_MS,
  });

export const openPullRequestsQuery = (client: Client, projectId?: string) =>
  queryOptions({
    queryKey: ['jobs', 'open-pull-requests', projectId ?? 'all'],
    queryFn: async ({ signal }) =>
      (await client.listAllAgentJobs({ project: projectId, pullRequest: 'open', limit: LISTED }, { signal })).jobs,
    refetchInterval: EVERY_MS,
  });

export const newestJobsOfProjectQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: ['jobs', 'newest-of-project', projectId],
    queryFn: async ({ signal }) =>
      (await client.listAllAgentJobs({ project: projectId, limit: LISTED }, { signal })).jobs,
    refetchInterval: EVERY_MS,
  });
