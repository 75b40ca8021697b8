import type { Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { StartExportDialog } from '../exports/start-export-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { CopyId } from '../ui/code-block.tsx';
import { PageHeader, Stack } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Tabs, type TabSpec } from '../ui/tabs.tsx';
import { AgentPolicyForm } from './agent-policy-form.tsx';
import { DeleteProject } from './delete-project.tsx';
import { DeploymentForm } from './deployment-form.tsx';
import { GeneralForm } from './general-form.tsx';
import { ProjectModelsForm } from './project-models-form.tsx';
import { projectQuery } from './queries.ts';

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
  const { tab = 'general' } = route.useSearch();
  const navigate = route.useNavigate();
  const canStartJobs = useCan('agent-jobs:write');
  const canExport = useCan('exports:write');
  const [isExporting, setIsExporting] = useState(false);
  const tabs: readonly TabSpec<typeof tab>[] = [
    {
      value: 'general',
      label: 'General',
      render: () => (
        <Stack isNarrow>
          <GeneralForm project={project} />
          <DeleteProject project={project} />
        </Stack>
      ),
    },
    { value: 'deployment', label: 'Deployment', render: () => <DeploymentForm project={project} /> },
    { value: 'model', label: 'Model', render: () => <ProjectModelsForm project={project} /> },
    { value: 'policy', label: 'Agent policy', render: () => <AgentPolicyForm project={project} /> },
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
        <StartExportDialog projects={[project]} projectId={project.id} onClose={() => setIsExporting(false)} />
      )}
    </>
  );
}
