import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export const keysQuery = (client: Client) =>
  queryOptions({
    queryKey: ['keys'],
    queryFn: async ({ signal }) => (await client.listApiKeys({ signal })).apiKeys,
  });
