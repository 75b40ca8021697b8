import type { Project } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { PreviewPasswords } from '../deployments/preview-passwords.tsx';
import { PublicationPanel } from '../deployments/publication-panel.tsx';
import { hasLiveSite } from '../project-data/live-kind.ts';
import { useSite } from '../deployments/use-site.ts';
import { Loaded } from '../api/loaded.tsx';
import { Stack } from '../ui/layout.tsx';
import { AgentPolicyForm } from './agent-policy-form.tsx';
import { DeleteProject } from './delete-project.tsx';
import { DeploymentForm } from './deployment-form.tsx';
import { GeneralForm } from './general-form.tsx';
import { ModelsForm } from '../models/models-form.tsx';

export type SettingsTabName = 'general' | 'deployment' | 'model' | 'policy';

export interface SettingsTabProps {
  readonly project: Project;
  readonly tab: SettingsTabName;
}

/** The tabs of a project other than its activity. */
export default function SettingsTab({ project, tab }: SettingsTabProps): ReactElement {
  switch (tab) {
    case 'general':
      return (
        <Stack isNarrow>
          <GeneralForm project={project} />
          <DeleteProject project={project} />
        </Stack>
      );
    case 'deployment':
      return <DeploymentTab project={project} />;
    case 'model':
      return <ModelsForm projectId={project.id} />;
    case 'policy':
      return <AgentPolicyForm project={project} />;
  }
}

function DeploymentTab({ project }: { readonly project: Project }): ReactElement {
  const canReadSite = useCan('deployments:read') && hasLiveSite(project);
  if (!canReadSite) return <DeploymentForm project={project} site={undefined} />;
  return <LiveDeploymentTab project={project} />;
}

function LiveDeploymentTab({ project }: { readonly project: Project }): ReactElement {
  const query = useSite(project);
  return (
    <Loaded query={query} lines={8}>
      {(site) => (
        <Stack isNarrow>
          <DeploymentForm project={project} site={site} />
          {site.settings.previewAccess === 'password' && <PreviewPasswords site={site} />}
          <PublicationPanel site={site} />
        </Stack>
      )}
    </Loaded>
  );
}
