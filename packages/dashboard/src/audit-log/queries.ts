import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Client } from '../api/create-api.ts';

export interface AuditFilters {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly result?: 'success' | 'refused' | undefined;
  /** RFC 3339. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
export type AuditEvent = Awaited<ReturnType<Client['listAuditEvents']>>['events'][number];

export const auditQuery = (client: Client, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) =>
      client.listAuditEvents({ ...filters, limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
