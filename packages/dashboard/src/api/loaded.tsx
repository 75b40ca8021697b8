import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Skeleton } from '../ui/states.tsx';
import { LoadError } from './error-notice.tsx';

export interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}

/** What a query gave; until then its place, or why there is nothing. Data that is there stays while it is asked for again. */
export function Loaded<T>({ query, lines = 5, children }: LoadedProps<T>): ReactElement {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  // Trying goes on behind it; a person wants to know before the last attempt is over.
  const failure = query.error ?? query.failureReason;
  if (failure !== null) return <LoadError error={failure} onRetry={() => void query.refetch()} />;
  return <Skeleton lines={lines} />;
}
