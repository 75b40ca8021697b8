import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, type ReactElement } from 'react';
import { describeError } from '../api/describe-error.ts';
import { LoadError } from '../api/error-notice.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

const RETRY_MS = 5000;

export function PendingPage(): ReactElement {
  return <Skeleton lines={6} />;
}

/** Shows a page's error. If the service is temporarily unavailable, retries without a click. */
export function FailedPage({ error, reset }: ErrorComponentProps): ReactElement {
  const router = useRouter();
  const { isTransient } = describeError(error);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useEffect(() => {
    if (!isTransient) return undefined;
    const timer = setInterval(() => void router.invalidate(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isTransient, router]);
  return <LoadError error={error} onRetry={retry} />;
}

export function MissingPage(): ReactElement {
  usePageTitle('Not found');
  return (
    <EmptyState icon="search" title="Page not found">
      The address is wrong, or the page no longer exists.
    </EmptyState>
  );
}

/** The same message without the frame of the signed-in pages, for an address outside them. */
export const MissingAddress = (): ReactElement => (
  <main>
    <MissingPage />
  </main>
);
