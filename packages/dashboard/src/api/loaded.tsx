import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Skeleton } from '../ui/states.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { LoadError } from './error-notice.tsx';

export interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  readonly lines?: number;
  /** The reason for a long wait; shown above the placeholder. */
  readonly label?: string | undefined;
  /** Title of the page until its own title is loaded. */
  readonly title?: string;
  readonly children: (data: T) => ReactNode;
}

/**
 * A query's result. Until it is loaded, a placeholder or the reason for the failure is shown. Existing data is shown
 * while it is reloaded.
 */
export function Loaded<T>({ query, lines = 5, label, title, children }: LoadedProps<T>): ReactElement {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  // Retries continue in the background, but the failure is shown before the last attempt ends.
  const failure = query.error ?? query.failureReason;
  return (
    <>
      {title !== undefined && <PageTitle title={title} />}
      {failure === null ? (
        <Skeleton lines={lines} label={label} isLabelShown={label !== undefined} />
      ) : (
        <LoadError error={failure} onRetry={() => void query.refetch()} />
      )}
    </>
  );
}

function PageTitle({ title }: { readonly title: string }): null {
  usePageTitle(title);
  return null;
}
