import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

/** A user is waiting for a record that was just set. */
const WAITING_EVERY_MS = 10_000;
const IDLE_EVERY_MS = 60_000;

export const domainsKey = (projectId: string) => ['domains', projectId] as const;

export const domainsQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: domainsKey(projectId),
    queryFn: async ({ signal }) => (await client.listDomains({ projectId }, { signal })).domains,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status, leadsHere }) => status === 'pending' || !leadsHere) === true
        ? WAITING_EVERY_MS
        : IDLE_EVERY_MS,
  });
