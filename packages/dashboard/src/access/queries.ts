import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export type SiteAccess = Awaited<ReturnType<Client['getSiteAccess']>>;
export type AccessMode = SiteAccess['mode'];
export type SignIn = SiteAccess['signIn'];
export type TestSignIn = Awaited<ReturnType<Client['getTestSignIn']>>;
export type TestedMode = Parameters<Client['startTestSignIn']>[0]['mode'];

/** Readers sign in and out frequently, so the count doesn't have to be exact. */
const EVERY_MS = 15_000;
/** The user is waiting for the result. */
const TEST_EVERY_MS = 1_500;

export const accessKey = (projectId: string) => ['access', projectId] as const;

export const accessQuery = (client: Client, projectId: string) =>
  queryOptions({
    queryKey: accessKey(projectId),
    queryFn: ({ signal }) => client.getSiteAccess({ projectId }, { signal }),
    refetchInterval: EVERY_MS,
  });

export const testQuery = (client: Client, ids: { readonly projectId: string; readonly testId: string }) =>
  queryOptions({
    queryKey: [...accessKey(ids.projectId), 'test', ids.testId],
    queryFn: ({ signal }) => client.getTestSignIn(ids, { signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'pending' ? TEST_EVERY_MS : false,
  });
