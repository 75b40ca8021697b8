import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export type Endpoint = Awaited<ReturnType<Client['getWebhookEndpoint']>>;
export type Delivery = Awaited<ReturnType<Client['listWebhookDeliveries']>>['deliveries'][number];
export type Format = Endpoint['format'];
export type EventType = NonNullable<Endpoint['events']>[number];

export const endpointsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['webhooks'],
    queryFn: async ({ signal }) => (await client.listWebhookEndpoints({ signal })).endpoints,
  });

export const endpointQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => client.getWebhookEndpoint({ id }, { signal }),
  });

const PENDING_EVERY_MS = 2500;

export const deliveriesQuery = (client: Client, id: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: ({ pageParam, signal }) => client.listWebhookDeliveries({ id, limit: 30, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some(({ status }) => status === 'pending')) === true
        ? PENDING_EVERY_MS
        : 20_000,
  });
