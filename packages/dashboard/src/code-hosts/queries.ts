import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export type CodeHost = Awaited<ReturnType<Client['listCodeHosts']>>['codeHosts'][number];

export const codeHostsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['code-hosts'],
    queryFn: async ({ signal }) => (await client.listCodeHosts({ signal })).codeHosts,
  });

export const hostedRepositoriesQuery = (client: Client, id: string, search: string) =>
  queryOptions({
    queryKey: ['code-hosts', id, 'repositories', search],
    queryFn: ({ signal }) =>
      client.listHostedRepositories({ id, ...(search !== '' && { search: search.slice(0, 100) }) }, { signal }),
    // The previous list is shown until the next list is loaded, so that it doesn't flicker with each letter.
    placeholderData: (before) => before,
    retry: false,
  });
