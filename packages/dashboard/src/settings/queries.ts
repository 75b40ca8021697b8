import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export type System = Awaited<ReturnType<Client['getSystem']>>;

export const systemQuery = (client: Client) =>
  queryOptions({ queryKey: ['system'], queryFn: ({ signal }) => client.getSystem({ signal }), staleTime: 15_000 });

export const usageQuery = (client: Client, month: string) =>
  queryOptions({ queryKey: ['usage', month], queryFn: ({ signal }) => client.getUsage({ month }, { signal }) });

export const budgetsQuery = (client: Client) =>
  queryOptions({ queryKey: ['budgets'], queryFn: ({ signal }) => client.listBudgets({ signal }) });

export const organizationQuery = (client: Client) =>
  queryOptions({ queryKey: ['organization'], queryFn: ({ signal }) => client.getOrganization({ signal }) });
