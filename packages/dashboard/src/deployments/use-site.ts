import type { Project } from '@docwright/sdk';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useClient } from '../api/api-context.ts';
import { hasLiveSite } from './live-kind.ts';
import { siteQuery, type Site } from './queries.ts';

/**
 * The live site of a cloud project; nothing is asked for other kinds.
 * @param isBusy whether a deployment is under way: its end may have changed what is live
 */
export function useSite(project: Project, isBusy: boolean): UseQueryResult<Site> {
  const query = useQuery({ ...siteQuery(useClient(), project.id, isBusy), enabled: hasLiveSite(project) });
  const { refetch } = query;
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    if (wasBusy.current && !isBusy) void refetch();
    wasBusy.current = isBusy;
  }, [isBusy, refetch]);
  return query;
}
