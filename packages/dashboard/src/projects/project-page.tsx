import type { Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { hasLiveSite } from '../deployments/live-kind.ts';
import { Button } from '../ui/button.tsx';
import { CopyId } from '../ui/code-block.tsx';
import { PageHeader, Stack } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Tabs, type TabSpec } from '../ui/tabs.tsx';
import { DeleteProject } from './delete-project.tsx';
import { GeneralForm } from './general-form.tsx';
import type { LaterTabName } from './later-tab.tsx';
import { projectQuery } from './queries.ts';

/** What asks for more than the project, or is behind the first tab or a button, is no part of the page's first load. */
const LaterTab = lazy(() => import('./later-tab.tsx'));
const SitePanel = lazy(async () => {
  const { SitePanel: panel } = await import('../deployments/site-panel.tsx');
  return { default: panel };
});
const StartExportDialog = lazy(async () => {
  const { StartExportDialog: dialog } = await import('../exports/start-export-dialog.tsx');
  return { default: dialog };
});

const route = getRouteApi('/signed-in/projects/$projectId');

export default function ProjectPage(): ReactElement {
  const { projectId } = route.useParams();
  const query = useQuery(projectQuery(useClient(), projectId));
  return (
    <Loaded query={query} title="Project">
      {(project) => <ProjectView key={projectId} project={project} />}
    </Loaded>
  );
}

function LiveSiteLinks({ projectId }: { readonly projectId: string }): ReactElement {
  const canReadSite = useCan('deployments:read');
  const params = { projectId };
  return (
    <>
      {canReadSite && (
        <LinkButton to="/projects/$projectId/deployments" params={params} icon="branch">
          Deployments
        </LinkButton>
      )}
      <LinkButton to="/projects/$projectId/domains" params={params} icon="globe">
        Domains
      </LinkButton>
      <LinkButton to="/projects/$projectId/analytics" params={params} icon="chart">
        Analytics
      </LinkButton>
      <LinkButton to="/projects/$projectId/assistant" params={params} icon="spark">
        Assistant
      </LinkButton>
    </>
  );
}

function ProjectView({ project }: { readonly project: Project }): ReactElement {
  const { tab = 'general' } = route.useSearch();
  const navigate = route.useNavigate();
  const canStartJobs = useCan('agent-jobs:write');
  const canReadSite = useCan('deployments:read');
  const canExport = useCan('exports:write');
  const [isExporting, setIsExporting] = useState(false);
  const renderLater = (which: LaterTabName) => (
    <Suspense fallback={<Skeleton lines={6} />}>
      <LaterTab project={project} tab={which} />
    </Suspense>
  );
  const tabs: readonly TabSpec<typeof tab>[] = [
    {
      value: 'general',
      label: 'General',
      render: () => (
        <Stack isNarrow>
          {canReadSite && (
            <Suspense fallback={<Skeleton lines={3} />}>
              <SitePanel project={project} />
            </Suspense>
          )}
          <GeneralForm project={project} />
          <DeleteProject project={project} />
        </Stack>
      ),
    },
    { value: 'deployment', label: 'Deployment', render: () => renderLater('deployment') },
    { value: 'model', label: 'Model', render: () => renderLater('model') },
    { value: 'policy', label: 'Agent policy', render: () => renderLater('policy') },
  ];
  return (
    <>
      <PageHeader
        title={project.name}
        parent={{ label: 'Projects', link: { to: '/projects' } }}
        meta={
          <>
            <span>{project.repository}</span>
            <CopyId id={project.id} what="project id" />
          </>
        }
        actions={
          <>
            <LinkButton to="/jobs" search={{ project: project.id }} icon="jobs">
              Jobs
            </LinkButton>
            <LinkButton to="/exports" search={{ project: project.id }} icon="exports">
              Exports
            </LinkButton>
            {hasLiveSite(project) && <LiveSiteLinks projectId={project.id} />}
            {canExport && <Button onClick={() => setIsExporting(true)}>Start export</Button>}
            {canStartJobs && (
              <LinkButton to="/jobs/new" search={{ project: project.id }} kind="primary" icon="plus">
                New job
              </LinkButton>
            )}
          </>
        }
      />
      <Tabs
        label="Settings of the project"
        value={tab}
        tabs={tabs}
        onChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      />
      {isExporting && (
        <Suspense>
          <StartExportDialog projects={[project]} projectId={project.id} onClose={() => setIsExporting(false)} />
        </Suspense>
      )}
    </>
  );
}
