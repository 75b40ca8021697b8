import type { Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { hasLiveSite, whyNoLiveSite } from '../project-data/live-kind.ts';
import { projectQuery } from '../project-data/queries.ts';
import { PageHeader } from '../ui/layout.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { Tabs, type TabSpec } from '../ui/tabs.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Loaded when their tabs are opened. */
const ConversationsPanel = lazy(() => import('./conversations-panel.tsx'));
const Playground = lazy(() => import('./playground.tsx'));

const route = getRouteApi('/signed-in/projects/$projectId/assistant');

export default function AssistantPage(): ReactElement {
  const { projectId } = route.useParams();
  const query = useQuery(projectQuery(useClient(), projectId));
  return (
    <Loaded query={query} title="Assistant">
      {(project) => (
        <>
          <PageHeader
            title="Assistant"
            text="Answers readers’ questions from the live site’s pages, with sources."
            parent={{ label: project.name, link: { to: '/projects/$projectId', params: { projectId } } }}
          />
          {hasLiveSite(project) ? (
            <AssistantTabs key={projectId} project={project} />
          ) : (
            <EmptyState icon="info" title="This project has no live site">
              {whyNoLiveSite(project)}{' '}
              {project.deploymentKind === 'client-hosted' ? (
                <>
                  Configure its assistant in the settings of <code>docwright host</code>.
                </>
              ) : (
                'Air-gapped sites have no assistant.'
              )}
            </EmptyState>
          )}
        </>
      )}
    </Loaded>
  );
}

function AssistantTabs({ project }: { readonly project: Project }): ReactElement {
  const { tab = 'settings' } = route.useSearch();
  const navigate = route.useNavigate();
  const canRead = useCan('analytics:read');
  const canAsk = useCan('discovery:read');
  const tabs: readonly TabSpec<typeof tab>[] = [
    { value: 'settings', label: 'Settings', render: () => <SettingsForm project={project} /> },
    ...(canAsk
      ? [
          {
            value: 'playground',
            label: 'Playground',
            render: () => (
              <Suspense fallback={<Skeleton lines={6} />}>
                <Playground project={project} />
              </Suspense>
            ),
          } as const,
        ]
      : []),
    ...(canRead
      ? [
          {
            value: 'conversations',
            label: 'Conversations',
            render: () => (
              <Suspense fallback={<Skeleton lines={6} />}>
                <ConversationsPanel project={project} />
              </Suspense>
            ),
          } as const,
        ]
      : []),
  ];
  return (
    <Tabs
      label="Assistant"
      value={tab}
      tabs={tabs}
      onChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
    />
  );
}
