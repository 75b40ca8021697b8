import type { Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { CopyId } from '../ui/code-block.tsx';
import { PageHeader } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Tabs, type TabSpec } from '../ui/tabs.tsx';
import type { SettingsTabName } from './settings-tab.tsx';
import { projectQuery } from '../project-data/queries.ts';

/** Loaded on demand, because users need only one tab at a time. */
const ProjectActivity = lazy(() => import('../overview/project-activity.tsx'));
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

function ProjectView({ project }: { readonly project: Project }): ReactElement {
  const { tab = 'overview' } = route.useSearch();
  const canStartJobs = useCan('agent-jobs:write');
  const canExport = useCan('exports:write');
  const [isExporting, setIsExporting] = useState(false);
  if (tab !== 'overview') return <ProjectSettings project={project} tab={tab} />;
  return (
    <>
      <PageHeader
        title={project.name}
        meta={
          <>
            <a href={project.repository} target="_blank" rel="noreferrer">
              {project.repository}
            </a>
            <CopyId id={project.id} what="project ID" />
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
      <Suspense fallback={<Skeleton lines={8} />}>
        <ProjectActivity project={project} />
      </Suspense>
      {isExporting && (
        <Suspense>
          <StartExportDialog projects={[project]} projectId={project.id} onClose={() => setIsExporting(false)} />
        </Suspense>
      )}
    </>
  );
}

const settings: Readonly<Record<SettingsTabName, string>> = {
  general: 'General',
  deployment: 'Deployment',
  model: 'Model',
  policy: 'Agent policy',
};

function ProjectSettings({ project, tab }: { readonly project: Project; readonly tab: SettingsTabName }): ReactElement {
  const navigate = route.useNavigate();
  const tabs = (Object.keys(settings) as SettingsTabName[]).map((value): TabSpec<SettingsTabName> => ({
    value,
    label: settings[value],
    render: () => (
      <Suspense fallback={<Skeleton lines={6} />}>
        <SettingsTab project={project} tab={value} />
      </Suspense>
    ),
  }));
  const parent = {
    label: project.name,
    link: { to: '/projects/$projectId', params: { projectId: project.id } },
  } as const;
  return (
    <>
      <PageHeader title="Settings" parent={parent} />
      <Tabs
        label="Settings of the project"
        value={tab}
        tabs={tabs}
        onChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      />
    </>
  );
}
