import type { Deployment } from '@docwright/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from '../api/api-context.ts';
import { deploymentQuery, deploymentsKey, isEnded } from './queries.ts';

/** The deployment at each change, as it comes. */
export function useLiveDeployment(deployment: Deployment): void {
  const client = useClient();
  const queryClient = useQueryClient();
  const { projectId, deploymentId } = deployment;
  const isOver = isEnded(deployment);
  useEffect(() => {
    if (isOver) return undefined;
    const abort = new AbortController();
    const { queryKey } = deploymentQuery(client, projectId, deploymentId);
    const follow = async () => {
      for await (const state of client.followDeployment({ projectId, deploymentId }, { signal: abort.signal })) {
        // A question that was asked before may be answered after, with what is past.
        await queryClient.cancelQueries({ queryKey });
        queryClient.setQueryData(queryKey, state);
        if (isEnded(state)) await queryClient.invalidateQueries({ queryKey: deploymentsKey(projectId) });
      }
    };
    // A lost stream is no fault: the deployment is asked for every few seconds as well.
    void follow().catch(() => undefined);
    return () => abort.abort();
  }, [client, queryClient, projectId, deploymentId, isOver]);
}
