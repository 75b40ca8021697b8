import type { Deployment } from '@docwright/sdk';
import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClient } from '../api/api-context.ts';
import type { Client } from '../api/create-api.ts';
import { deploymentsKey, isEnded, type Followed } from './queries.ts';

type DeploymentList = Awaited<ReturnType<Client['listDeployments']>>;

/** A browser has six connections per host, and each stream uses one. */
const MOST = 2;

export interface Following {
  /** Deployments with an open stream. */
  readonly followed: Followed;
  readonly change: (deploymentId: string, isFollowed: boolean) => void;
}

/**
 * Selects the deployments to follow by streams, which `useStreams` opens. The hooks are separate, because each depends
 * on the other's result.
 */
export function useFollowing(): Following {
  const [followed, setFollowed] = useState<Followed>(new Set());
  const [change] = useState(() => (deploymentId: string, isFollowed: boolean) => {
    setFollowed((before) => {
      if (before.has(deploymentId) === isFollowed) return before;
      const others = [...before].filter((id) => id !== deploymentId);
      return new Set(isFollowed ? [...others, deploymentId] : others);
    });
  });
  return { followed, change };
}

/** When a running deployment changes, updates everything on the page that shows it, including lists. */
export function useStreams(projectId: string, shown: readonly Deployment[] | undefined, { change }: Following): void {
  const client = useClient();
  const queryClient = useQueryClient();
  const running = (shown ?? []).filter((each) => !isEnded(each)).map(({ deploymentId }) => deploymentId);
  // Deployments that started earlier finish earlier.
  const ids = running.slice(-MOST).join(' ');
  useEffect(() => {
    const abort = new AbortController();
    const follow = async (deploymentId: string): Promise<void> => {
      try {
        for await (const state of client.followDeployment({ projectId, deploymentId }, { signal: abort.signal })) {
          await show(queryClient, state);
          change(deploymentId, !isEnded(state));
          if (isEnded(state)) await queryClient.invalidateQueries({ queryKey: deploymentsKey(projectId) });
        }
      } catch {
        // A lost stream isn't an error: the deployment is then polled every few seconds.
      } finally {
        // After an abort, the next run of the effect reports the state.
        if (!abort.signal.aborted) change(deploymentId, false);
      }
    };
    for (const id of ids.split(' ').filter((each) => each !== '')) void follow(id);
    return () => abort.abort();
  }, [client, queryClient, projectId, ids, change]);
}

async function show(queryClient: QueryClient, state: Deployment): Promise<void> {
  const key = deploymentsKey(state.projectId);
  const replace = (each: Deployment): Deployment => (each.deploymentId === state.deploymentId ? state : each);
  // The response to an earlier request can arrive later, with stale data.
  for (const kind of ['one', 'newest', 'pages'])
    await queryClient.cancelQueries({ queryKey: [...key, kind], predicate: (query) => query.state.data !== undefined });
  queryClient.setQueryData([...key, 'one', state.deploymentId], state);
  queryClient.setQueriesData<readonly Deployment[]>({ queryKey: [...key, 'newest'] }, (list) => list?.map(replace));
  queryClient.setQueriesData<InfiniteData<DeploymentList>>(
    { queryKey: [...key, 'pages'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, deployments: page.deployments.map(replace) })),
      },
  );
}
