import type { Deployment } from '@docwright/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export type Site = Awaited<ReturnType<Client['getSite']>>;

export interface DeploymentFilters {
  readonly environment?: Deployment['environment'] | undefined;
}

const PAGE = 30;
/** The most that the service gives at once. */
const LARGEST_PAGE = 100;
const BUSY_EVERY_MS = 2500;
/** A push from a terminal shows within it. */
const IDLE_EVERY_MS = 5000;

export const isEnded = ({ status }: Pick<Deployment, 'status'>): boolean =>
  status !== 'queued' && status !== 'in_progress';

const toInterval = (deployments: readonly Deployment[] | undefined): number =>
  deployments?.some((each) => !isEnded(each)) === true ? BUSY_EVERY_MS : IDLE_EVERY_MS;

/** Everything about deployments of a project: what one action changes shows in all of it. */
export const deploymentsKey = (projectId: string) => ['deployments', projectId] as const;

/** @param isBusy whether a deployment is under way that may become the live one */
export const siteQuery = (client: Client, projectId: string, isBusy: boolean) =>
  queryOptions({
    queryKey: [...deploymentsKey(projectId), 'site'],
    queryFn: ({ signal }) => client.getSite({ projectId }, { signal }),
    refetchInterval: isBusy ? BUSY_EVERY_MS : IDLE_EVERY_MS,
  });

export const deploymentPagesQuery = (client: Client, projectId: string, filters: DeploymentFilters) =>
  infiniteQueryOptions({
    queryKey: [...deploymentsKey(projectId), 'pages', filters],
    queryFn: ({ pageParam, signal }) =>
      client.listDeployments({ projectId, ...filters, limit: PAGE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) => toInterval(state.data?.pages.flatMap(({ deployments }) => deployments)),
  });

/** The newest deployments, as many as one answer has. */
export const newestDeploymentsQuery = (
  client: Client,
  projectId: string,
  filters: DeploymentFilters & { readonly status?: Deployment['status']; readonly limit?: number },
) =>
  queryOptions({
    queryKey: [...deploymentsKey(projectId), 'newest', filters],
    queryFn: async ({ signal }) =>
      (await client.listDeployments({ projectId, limit: LARGEST_PAGE, ...filters }, { signal })).deployments,
    refetchInterval: ({ state }) => toInterval(state.data),
  });

export const deploymentQuery = (client: Client, projectId: string, deploymentId: string) =>
  queryOptions({
    queryKey: [...deploymentsKey(projectId), 'one', deploymentId],
    queryFn: ({ signal }) => client.getDeployment({ projectId, deploymentId }, { signal }),
    refetchInterval: ({ state }) => toInterval(state.data === undefined ? undefined : [state.data]),
  });
