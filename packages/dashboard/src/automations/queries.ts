import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export type Automation = Awaited<ReturnType<Client['getAutomation']>>;
export type AutomationRun = Awaited<ReturnType<Client['listAutomationRuns']>>['runs'][number];
export type DryRun = Awaited<ReturnType<Client['dryRunAutomation']>>;
export type FileProblem = Awaited<ReturnType<Client['listAutomations']>>['problems'][number];
export type RunState = AutomationRun['state'];
export type TriggerType = Automation['trigger']['type'];

export const automationsKey = (projectId: string) => ['automations', projectId] as const;

const ACTIVE_EVERY_MS = 3_000;
const IDLE_EVERY_MS = 30_000;
const isActive = (run: AutomationRun | null): boolean => run?.state === 'queued' || run?.state === 'running';

export const automationsQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: [...automationsKey(projectId), 'list'],
    queryFn: ({ signal }) => client.listAutomations({ projectId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.automations.some(({ lastRun }) => isActive(lastRun)) === true ? ACTIVE_EVERY_MS : IDLE_EVERY_MS,
  });

export const automationQuery = (client: Client, { projectId, id }: { projectId: string; id: string }) =>
  queryOptions({
    queryKey: [...automationsKey(projectId), id],
    queryFn: ({ signal }) => client.getAutomation({ projectId, id }, { signal }),
    refetchInterval: ({ state }) => (isActive(state.data?.lastRun ?? null) ? ACTIVE_EVERY_MS : IDLE_EVERY_MS),
  });

/** Requests a dry run, which isn't repeated automatically, because it queries the code host. */
export const dryRunQuery = (client: Client, { projectId, id }: { projectId: string; id: string }) =>
  queryOptions({
    queryKey: [...automationsKey(projectId), id, 'dry-run'],
    queryFn: ({ signal }) => client.dryRunAutomation({ projectId, id }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export const runsQuery = (
  client: Client,
  { projectId, id, state }: { projectId: string; id: string; state: RunState | undefined },
) =>
  infiniteQueryOptions({
    queryKey: [...automationsKey(projectId), id, 'runs', state],
    queryFn: ({ pageParam, signal }) =>
      client.listAutomationRuns({ projectId, id, state, limit: 30, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state: loaded }) =>
      loaded.data?.pages.some(({ runs }) => runs.some(isActive)) === true ? ACTIVE_EVERY_MS : IDLE_EVERY_MS,
  });
