import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore, type ReactElement } from 'react';
import { useApi, useStore } from '../api/api-context.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './connection-banner.module.css';

const PROBE_MS = 4000;

/** Shows that the service is unavailable, polls it, and reloads the page's data when it is available again. */
export function ConnectionBanner(): ReactElement {
  const { connection, bareClient } = useApi();
  const state = useStore(connection);
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const queryClient = useQueryClient();
  const isAway = state === 'unreachable';

  useEffect(() => {
    if (!isAway) return undefined;
    const probe = () =>
      void bareClient.getHealth({ retries: 0, timeoutMs: PROBE_MS }).then(
        () => queryClient.invalidateQueries(),
        () => undefined,
      );
    const timer = setInterval(probe, PROBE_MS);
    return () => clearInterval(timer);
  }, [isAway, bareClient, queryClient]);

  const text = !isOnline
    ? 'You’re offline. What you type isn’t lost, and work resumes when you’re back online.'
    : isAway
      ? 'Can’t reach the service. Retrying. What you type isn’t lost.'
      : state === 'slow'
        ? 'The service is slow to respond. Still waiting.'
        : undefined;
  return (
    <div role="status">
      {text && (
        <div className={styles['banner']}>
          <Icon name="warning" size={16} />
          {text}
        </div>
      )}
    </div>
  );
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
