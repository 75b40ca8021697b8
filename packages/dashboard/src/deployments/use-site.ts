import type { Deployment, Project } from '@docwright/sdk';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useClient } from '../api/api-context.ts';
import { hasLiveSite } from '../project-data/live-kind.ts';
import { isEnded, siteQuery, type Followed, type Site } from './queries.ts';

const nobody: Followed = new Set();

/**
 * Requests a cloud project's live site. Nothing is requested for other kinds.
 * @param known deployments that the page shows, once loaded. The site is requested again when one of them starts,
 * changes or ends, because each can create a preview or change the live site
 * @param followed deployments that a stream reports
 */
export function useSite(
  project: Project,
  known?: readonly Deployment[],
  followed: Followed = nobody,
): UseQueryResult<Site> {
  const isBusy = known?.some((each) => !isEnded(each) && !followed.has(each.deploymentId)) === true;
  const query = useQuery({ ...siteQuery(useClient(), project.id, isBusy), enabled: hasLiveSite(project) });
  const { refetch } = query;
  const states = known?.map(({ deploymentId, status }) => `${deploymentId} ${status}`).join(' ');
  const before = useRef(states);
  useEffect(() => {
    if (before.current !== undefined && before.current !== states) void refetch();
    before.current = states;
  }, [states, refetch]);
  return query;
}
