import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { hasScope, useMe } from '../accounts/me.ts';
import { useApi } from '../api/api-context.ts';
import { helpItems, navigationItems } from '../palette/navigation-items.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './shell.module.css';

export function Navigation(): ReactElement {
  const { scopes } = useMe();
  const { baseUrl } = useApi();
  return (
    <nav className={styles['nav']} aria-label="Main">
      {navigationItems
        .filter(({ scope }) => hasScope(scopes, scope))
        .map(({ to, label, icon }) => (
          <Link key={to} to={to} className={styles['link'] ?? ''}>
            <Icon name={icon} />
            {label}
          </Link>
        ))}
      <hr className={styles['line']} />
      {helpItems.map(({ path, label, icon }) => (
        <a key={path} href={baseUrl + path} className={styles['link']}>
          <Icon name={icon} />
          {label}
        </a>
      ))}
    </nav>
  );
}
