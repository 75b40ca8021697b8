import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef, type ReactElement } from 'react';
import { hasScope, useMe, type Scope } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { hasLiveSite } from '../project-data/live-kind.ts';
import styles from './project-bar.module.css';
import { projectQuery } from '../project-data/queries.ts';

interface Entry {
  readonly label: string;
  readonly link: LinkProps;
  readonly isCurrent: boolean;
  /** Members without this scope don't see the entry. */
  readonly scope: Scope;
  /** Whether the page exists only for projects whose site is served here. */
  readonly needsLiveSite?: boolean;
}

/** The navigation at the top of every page of a project: the path to the project, and its pages. */
export default function ProjectBar({ projectId }: { readonly projectId: string }): ReactElement {
  const { scopes } = useMe();
  const { data: project } = useQuery(projectQuery(useClient(), projectId));
  const { pathname, tab } = useRouterState({
    select: ({ location }) => ({ pathname: location.pathname, tab: (location.search as { tab?: string }).tab }),
    structuralSharing: true,
  });
  const entries = toEntries(projectId, pathname, tab).filter(
    ({ scope, needsLiveSite }) =>
      hasScope(scopes, scope) && (needsLiveSite !== true || project === undefined || hasLiveSite(project)),
  );
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname, tab]);
  return (
    <nav className={styles['bar']} aria-label="Project">
      <div className={styles['path']}>
        <Link to="/projects" activeOptions={{ exact: true }}>
          Projects
        </Link>
        <span aria-hidden>/</span>
        <span className={styles['name']}>{project?.name ?? '…'}</span>
      </div>
      <div className={styles['entries']}>
        {entries.map(({ label, link, isCurrent }) => (
          <Link
            key={label}
            {...link}
            ref={isCurrent ? current : undefined}
            className={styles['entry'] ?? ''}
            // The router would also mark the pages above the current one.
            activeOptions={{ exact: true }}
            activeProps={{ 'aria-current': undefined }}
            {...(isCurrent && { 'aria-current': 'page' as const })}
          >
            {label}
          </Link>
        ))}
      </div>
    </nav>
  );
}

function toEntries(projectId: string, pathname: string, tab: string | undefined): readonly Entry[] {
  const params = { projectId };
  const search = { project: projectId };
  const home = `/projects/${projectId}`;
  const isHome = pathname === home;
  const isSettings = isHome && tab !== undefined && tab !== 'overview';
  const isBelow = (path: string): boolean => pathname.startsWith(path);
  const page = (label: string, to: Pages, scope: Scope): Entry => {
    const path = to.replace('$projectId', projectId);
    return { label, link: { to, params }, isCurrent: isBelow(path), scope, needsLiveSite: true };
  };
  return [
    {
      label: 'Overview',
      link: { to: '/projects/$projectId', params, search: {} },
      isCurrent: isHome && !isSettings,
      scope: 'projects:read',
    },
    {
      label: 'Editor',
      link: { to: '/projects/$projectId/editor', params },
      isCurrent: isBelow(`${home}/editor`),
      scope: 'content:read',
    },
    { label: 'Agent jobs', link: { to: '/jobs', search }, isCurrent: isBelow('/jobs'), scope: 'agent-jobs:read' },
    {
      label: 'Automations',
      link: { to: '/projects/$projectId/automations', params },
      isCurrent: isBelow(`${home}/automations`),
      scope: 'agent-jobs:read',
    },
    page('Deployments', '/projects/$projectId/deployments', 'deployments:read'),
    page('Domains', '/projects/$projectId/domains', 'projects:read'),
    page('Access', '/projects/$projectId/access', 'projects:read'),
    { label: 'Exports', link: { to: '/exports', search }, isCurrent: isBelow('/exports'), scope: 'exports:read' },
    page('Analytics', '/projects/$projectId/analytics', 'analytics:read'),
    page('Feedback', '/projects/$projectId/feedback', 'analytics:read'),
    page('Suggestions', '/projects/$projectId/suggestions', 'analytics:read'),
    page('Assistant', '/projects/$projectId/assistant', 'projects:read'),
    {
      label: 'Settings',
      link: { to: '/projects/$projectId', params, search: { tab: 'general' } },
      isCurrent: isSettings,
      scope: 'projects:read',
    },
  ];
}

type Pages =
  | '/projects/$projectId/deployments'
  | '/projects/$projectId/domains'
  | '/projects/$projectId/access'
  | '/projects/$projectId/analytics'
  | '/projects/$projectId/feedback'
  | '/projects/$projectId/suggestions'
  | '/projects/$projectId/assistant';
