import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCanSeeSystem } from '../accounts/me.ts';
import { useApi, useClient } from '../api/api-context.ts';
import { systemQuery } from '../settings/queries.ts';
import { embeddedHost, type KnownHost } from './source-link.ts';

/** Returns the code hosts with known line URLs. */
export function useKnownHosts(): readonly KnownHost[] {
  const { baseUrl } = useApi();
  const canSeeSystem = useCanSeeSystem();
  const system = useQuery({ ...systemQuery(useClient()), enabled: canSeeSystem });
  return useMemo(() => [embeddedHost(baseUrl), ...(system.data?.codeHosts ?? [])], [baseUrl, system.data]);
}
