import type { ApiKey } from '@docwright/sdk';
import type { IconName } from '../ui/icon-shapes.ts';

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
  /** Users without this scope don't see the item. */
  readonly scope: ApiKey['scopes'][number];
}

/** The pages of the main menu, which the palette also offers. */
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
export const helpItems = [
  { path: '/docs', label: 'Manual', icon: 'book' },
  { path: '/reference', label: 'API reference', icon: 'code' },
] as const;
