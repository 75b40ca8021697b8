import type { ComponentProps, ReactElement } from 'react';
import { useMe } from '../accounts/me.ts';
import styles from './shell.module.css';

export function AccountFace(props: ComponentProps<'button'>): ReactElement {
  const { user, apiKey, organization } = useMe();
  const name = user?.name || user?.email || apiKey?.name || 'You';
  return (
    <button type="button" {...props} className={styles['account']}>
      <span className={styles['face']} aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span className={styles['who']}>
        <span>{name}</span>
        <span>{organization.name}</span>
      </span>
    </button>
  );
}
