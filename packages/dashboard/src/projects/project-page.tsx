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
import { PageHeader } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Tabs, type TabSpec } from '../ui/tabs.tsx';
import type { SettingsTabName } from './settings-tab.tsx';
import styles from './projects.module.css';
import { projectQuery } from './queries.ts';

/** Nobody needs all of it at once, and each tab loads more than the project. */
const ProjectActivity = lazy(() => import('./project-activity.tsx'));
const SettingsTab = lazy(() => import('./settings-tab.tsx'));
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

/** The other pages of the project. */
function ProjectNavigation({ project }: { readonly project: Project }): ReactElement {
  const canReadSite = useCan('deployments:read');
  const params = { projectId: project.id };
  const search = { project: project.id };
  return (
    <nav className={styles['pages']} aria-label="Pages of the project">
      <LinkButton isSmall to="/jobs" search={search} icon="jobs">
        Jobs
      </LinkButton>
      <LinkButton isSmall to="/exports" search={search} icon="exports">
        Exports
      </LinkButton>
      {hasLiveSite(project) && (
        <>
          {canReadSite && (
            <LinkButton isSmall to="/projects/$projectId/deployments" params={params} icon="branch">
              Deployments
            </LinkButton>
          )}
          <LinkButton isSmall to="/projects/$projectId/domains" params={params} icon="globe">
            Domains
          </LinkButton>
          <LinkButton isSmall to="/projects/$projectId/analytics" params={params} icon="chart">
            Analytics
          </LinkButton>
          <LinkButton isSmall to="/projects/$projectId/feedback" params={params} icon="send">
            Feedback
          </LinkButton>
          <LinkButton isSmall to="/projects/$projectId/suggestions" params={params} icon="warning">
            Suggestions
          </LinkButton>
          <LinkButton isSmall to="/projects/$projectId/assistant" params={params} icon="spark">
            Assistant
          </LinkButton>
        </>
      )}
    </nav>
  );
}

function ProjectView({ project }: { readonly project: Project }): ReactElement {
  const { tab = 'overview' } = route.useSearch();
  const navigate = route.useNavigate();
  const canStartJobs = useCan('agent-jobs:write');
  const canExport = useCan('exports:write');
  const [isExporting, setIsExporting] = useState(false);
  const toSettings = (value: SettingsTabName, label: string): TabSpec<typeof tab> => ({
    value,
    label,
    render: () => (
      <Suspense fallback={<Skeleton lines={6} />}>
        <SettingsTab project={project} tab={value} />
      </Suspense>
    ),
  });
  const tabs: readonly TabSpec<typeof tab>[] = [
    {
      value: 'overview',
      label: 'Overview',
      render: () => (
        <Suspense fallback={<Skeleton lines={8} />}>
          <ProjectActivity project={project} />
        </Suspense>
      ),
    },
    toSettings('general', 'General'),
    toSettings('deployment', 'Deployment'),
    toSettings('model', 'Model'),
    toSettings('policy', 'Agent policy'),
  ];
  return (
    <>
      <PageHeader
        title={project.name}
        parent={{ label: 'Projects', link: { to: '/projects' } }}
        meta={
          <>
            <a href={project.repository} target="_blank" rel="noreferrer">
              {project.repository}
            </a>
            <CopyId id={project.id} what="project id" />
          </>
        }
        actions={
          <>
            {canExport && <Button onClick={() => setIsExporting(true)}>Start export</Button>}
            {canStartJobs && (
              <LinkButton to="/jobs/new" search={{ project: project.id }} kind="primary" icon="plus">
                New job
              </LinkButton>
            )}
          </>
        }
      />
      <ProjectNavigation project={project} />
      <Tabs
        label="The project"
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
