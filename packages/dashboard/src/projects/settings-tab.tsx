import type { Project } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { SiteSettings } from '../deployments/site-settings.tsx';
import { Stack } from '../ui/layout.tsx';
import { AgentPolicyForm } from './agent-policy-form.tsx';
import { DeleteProject } from './delete-project.tsx';
import { DeploymentForm } from './deployment-form.tsx';
import { GeneralForm } from './general-form.tsx';
import { ProjectModelsForm } from './project-models-form.tsx';

export type SettingsTabName = 'general' | 'deployment' | 'model' | 'policy';

export interface SettingsTabProps {
  readonly project: Project;
  readonly tab: SettingsTabName;
}

/** The tabs of a project other than its activity. */
export default function SettingsTab({ project, tab }: SettingsTabProps): ReactElement {
  const canReadSite = useCan('deployments:read');
  switch (tab) {
    case 'general':
      return (
        <Stack isNarrow>
          <GeneralForm project={project} />
          <DeleteProject project={project} />
        </Stack>
      );
    case 'deployment':
      return (
        <Stack isNarrow>
          <DeploymentForm project={project} />
          {canReadSite && <SiteSettings project={project} />}
        </Stack>
      );
    case 'model':
      return <ProjectModelsForm project={project} />;
    case 'policy':
      return <AgentPolicyForm project={project} />;
  }
}
