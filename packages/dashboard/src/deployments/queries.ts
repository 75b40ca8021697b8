import type { Deployment } from '@docwright/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export type Site = Awaited<ReturnType<Client['getSite']>>;

export interface DeploymentFilters {
  readonly environment?: Deployment['environment'] | undefined;
  /** Skipped deployments changed nothing, so a list leaves them out unless they are requested. */
  readonly skipped?: boolean | undefined;
}

const PAGE = 30;
/** The service's maximum page size. */
const LARGEST_PAGE = 100;
const BUSY_EVERY_MS = 2500;
/** Polling interval, within which a push from a terminal appears. */
const IDLE_EVERY_MS = 5000;

export const isEnded = ({ status }: Pick<Deployment, 'status'>): boolean =>
  status !== 'queued' && status !== 'in_progress';

/** IDs of the deployments that a stream reports. */
export type Followed = ReadonlySet<string>;

/** Returns the polling interval. Deployments followed by a stream are polled less often than others. */
export const toInterval = (deployments: readonly Deployment[] | undefined, followed: Followed): number =>
  deployments?.some((each) => !isEnded(each) && !followed.has(each.deploymentId)) === true
    ? BUSY_EVERY_MS
    : IDLE_EVERY_MS;

/** Returns the key shared by all data about a project's deployments, because one action can change all of it. */
export const deploymentsKey = (projectId: string) => ['deployments', projectId] as const;

/** @param isBusy whether a deployment that may become live is in progress */
export const siteQuery = (client: Client, projectId: string, isBusy: boolean) =>
  queryOptions({
    queryKey: [...deploymentsKey(projectId), 'site'],
    queryFn: ({ signal }) => client.getSite({ projectId }, { signal }),
    refetchInterval: isBusy ? BUSY_EVERY_MS : IDLE_EVERY_MS,
  });

export const deploymentPagesQuery = (
  client: Client,
  projectId: string,
  { followed, environment, skipped = false }: DeploymentFilters & { readonly followed: Followed },
) =>
  infiniteQueryOptions({
    queryKey: [...deploymentsKey(projectId), 'pages', { environment, skipped }],
    queryFn: ({ pageParam, signal }) =>
      client.listDeployments({ projectId, environment, skipped, limit: PAGE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      toInterval(
        state.data?.pages.flatMap(({ deployments }) => deployments),
        followed,
      ),
  });

export interface NewestFilters extends DeploymentFilters {
  readonly status?: Deployment['status'];
  readonly limit?: number;
}

/** Requests a page of the newest deployments. */
export const newestDeploymentsQuery = (
  client: Client,
  projectId: string,
  { followed, ...filters }: NewestFilters & { readonly followed: Followed },
) =>
  queryOptions({
    queryKey: [...deploymentsKey(projectId), 'newest', filters],
    queryFn: async ({ signal }) =>
      (await client.listDeployments({ projectId, limit: LARGEST_PAGE, ...filters }, { signal })).deployments,
    refetchInterval: ({ state }) => toInterval(state.data, followed),
  });

export const deploymentQuery = (
  client: Client,
  {
    projectId,
    deploymentId,
    followed,
  }: { readonly projectId: string; readonly deploymentId: string; readonly followed: Followed },
) =>
  queryOptions({
    queryKey: [...deploymentsKey(projectId), 'one', deploymentId],
    queryFn: ({ signal }) => client.getDeployment({ projectId, deploymentId }, { signal }),
    // An open stream already reports all changes.
    refetchInterval: ({ state }) =>
      !followed.has(deploymentId) && toInterval(state.data === undefined ? undefined : [state.data], followed),
  });

/** The comparison is created shortly after the deployment has ended. */
const COMPARISON_EVERY_MS = 5_000;
const COMPARISON_LOOKS = 6;

export const searchComparisonQuery = (client: Client, projectId: string, deploymentId: string) =>
  queryOptions({
    queryKey: ['search-comparison', projectId, deploymentId],
    queryFn: ({ signal }) => client.getSearchComparison({ projectId, deploymentId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.comparedWith === null && state.dataUpdateCount < COMPARISON_LOOKS ? COMPARISON_EVERY_MS : false,
  });

export const searchChecksQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: ['search-checks', projectId],
    queryFn: ({ signal }) => client.getSearchChecks({ projectId }, { signal }),
  });
