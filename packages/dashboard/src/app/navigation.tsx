import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { hasScope, useMe, type Scope } from '../accounts/me.ts';
import { useApi } from '../api/api-context.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './shell.module.css';

interface NavigationItem {
  readonly to:
    | '/overview'
    | '/jobs'
    | '/exports'
    | '/projects'
    | '/code-hosts'
    | '/keys'
    | '/webhooks'
    | '/audit'
    | '/settings';
  readonly label: string;
  readonly icon: IconName;
  /** Who lacks it does not see the item. */
  readonly scope: Scope;
}

export const navigationItems: readonly NavigationItem[] = [
  { to: '/overview', label: 'Overview', icon: 'home', scope: 'projects:read' },
  { to: '/jobs', label: 'Agent jobs', icon: 'jobs', scope: 'agent-jobs:read' },
  { to: '/exports', label: 'Exports', icon: 'exports', scope: 'exports:read' },
  { to: '/projects', label: 'Projects', icon: 'projects', scope: 'projects:read' },
  { to: '/code-hosts', label: 'Code hosts', icon: 'branch', scope: 'repositories:read' },
  { to: '/keys', label: 'API keys', icon: 'keys', scope: 'api-keys:read' },
  { to: '/webhooks', label: 'Webhooks', icon: 'webhooks', scope: 'webhooks:read' },
  { to: '/audit', label: 'Audit log', icon: 'audit', scope: 'audit:read' },
  { to: '/settings', label: 'Settings', icon: 'settings', scope: 'organization:read' },
];

/** Pages of the service outside the dashboard. */
const help = [
  { path: '/docs', label: 'Manual', icon: 'book' },
  { path: '/reference', label: 'API reference', icon: 'code' },
] as const;

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
      {help.map(({ path, label, icon }) => (
        <a key={path} href={baseUrl + path} className={styles['link']}>
          <Icon name={icon} />
          {label}
        </a>
      ))}
    </nav>
  );
}
