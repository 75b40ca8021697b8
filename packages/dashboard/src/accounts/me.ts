import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import type { Client } from '../api/create-api.ts';

export type Me = Awaited<ReturnType<Client['getMe']>>;
export type Scope = Me['scopes'][number];
export type Role = NonNullable<Me['role']>;

/** Requests the signed-in user. Bypasses the gate, because a rejection is a valid result here. */
export const meQuery = (bareClient: Client) =>
  queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => bareClient.getMe({ signal }), staleTime: 60_000 });

/** Returns the signed-in user, for components in the signed-in layout, which has loaded the user. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery(useApi().bareClient)).data;
}

/**
 * Whether `scopes` include `scope`. `admin` includes every scope, and `…:write` its `…:read`, as in the service.
 */
export function hasScope(scopes: readonly Scope[], scope: Scope): boolean {
  return (
    scopes.includes('admin') || scopes.includes(scope) || scopes.includes(scope.replace(/:read$/, ':write') as Scope)
  );
}

export function useCan(scope: Scope): boolean {
  return hasScope(useMe().scopes, scope);
}

/** Whether the user can see data about the whole installation: requires `system:read` in the operator's organization. */
export function useCanSeeSystem(): boolean {
  const { organization, scopes } = useMe();
  return organization.operator && hasScope(scopes, 'system:read');
}
