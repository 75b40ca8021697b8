import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, type ReactElement } from 'react';
import { useApi, useStore } from '../api/api-context.ts';
import { ConnectionBanner } from './connection-banner.tsx';

const SessionDialog = lazy(() => import('./session-dialog.tsx'));

export function Root(): ReactElement {
  const hasNoSession = useStore(useApi().gate.isClosed);
  return (
    <>
      <ConnectionBanner />
      <Outlet />
      {hasNoSession && (
        <Suspense>
          <SessionDialog />
        </Suspense>
      )}
    </>
  );
}
