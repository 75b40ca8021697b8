import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './bell.module.css';
import { unreadQuery } from './queries.ts';

const maxShown = 99;

export function BellFace(props: ComponentProps<'button'>): ReactElement {
  const unread = useQuery(unreadQuery(useApi().bareClient)).data ?? 0;
  const shown = unread > maxShown ? `${maxShown}+` : String(unread);
  return (
    <button
      type="button"
      {...props}
      className={styles['bell']}
      aria-label={unread === 0 ? 'Notifications' : `Notifications: ${shown} unread`}
      title="Notifications"
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span className={styles['count']} aria-hidden="true">
          {shown}
        </span>
      )}
    </button>
  );
}
