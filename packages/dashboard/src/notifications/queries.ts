import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

/** Polling interval of a visible page. A hidden page doesn't poll. */
const POLL_MS = 60_000;

/**
 * Requests the number of unread notifications.
 * @param bareClient bypasses the gate: this poll must not ask the user to sign in when the session ends
 */
export const unreadQuery = (bareClient: Client) =>
  queryOptions({
    queryKey: ['notifications', 'unread'],
    queryFn: async ({ signal }) => (await bareClient.listNotifications({ limit: 1 }, { signal })).unread,
    refetchInterval: POLL_MS,
    retry: false,
  });

export const notificationsQuery = (client: Client) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'list'],
    queryFn: ({ pageParam, signal }) =>
      client.listNotifications({ limit: 20, ...(pageParam !== undefined && { cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const notificationSettingsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['notification-settings'],
    queryFn: ({ signal }) => client.getNotificationSettings({ signal }),
  });
