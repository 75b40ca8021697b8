import type { Project } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { SiteSettings } from '../deployments/site-settings.tsx';
import { Stack } from '../ui/layout.tsx';
import { AgentPolicyForm } from './agent-policy-form.tsx';
import { DeploymentForm } from './deployment-form.tsx';
import { ProjectModelsForm } from './project-models-form.tsx';

export type LaterTabName = 'deployment' | 'model' | 'policy';

export interface LaterTabProps {
  readonly project: Project;
  readonly tab: LaterTabName;
}

/** The tabs of a project's settings but the first. */
export default function LaterTab({ project, tab }: LaterTabProps): ReactElement {
  const canReadSite = useCan('deployments:read');
  switch (tab) {
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
