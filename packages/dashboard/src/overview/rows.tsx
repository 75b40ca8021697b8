import type { AgentJob } from '@docwright/sdk';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { JobStatus } from '../agent-jobs/job-status.tsx';
import { jobTitle } from '../agent-jobs/job-title.ts';
import { DeploymentStatus } from '../deployments/deployment-status.tsx';
import { environmentLabels, titleWithoutCommit } from '../deployments/describe-deployment.ts';
import { LinkRow } from '../ui/rows.tsx';
import type { Overview } from './queries.ts';

/** `undefined` on the project's own page. */
export type NameProject = ((projectId: string) => string) | undefined;

const join = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' · ');

export function JobRow({ job, nameProject }: { readonly job: AgentJob; readonly nameProject: NameProject }) {
  const { id: jobId, projectId, pullRequest } = job;
  return (
    <LinkRow
      link={{ to: '/jobs/$projectId/$jobId', params: { projectId, jobId } }}
      title={jobTitle(job)}
      status={<JobStatus job={job} />}
      facts={join(nameProject?.(projectId), pullRequest === null ? undefined : `#${pullRequest.number}`)}
      at={job.createdAt}
    />
  );
}

export interface DeploymentRowProps {
  readonly deployment: NonNullable<Overview['deployments']>['newest'][number];
  readonly nameProject: NameProject;
}

export function DeploymentRow({ deployment, nameProject }: DeploymentRowProps): ReactElement {
  const { projectId, deploymentId, environment, branch, commitMessage, createdAt } = deployment;
  return (
    <LinkRow
      link={{ to: '/projects/$projectId/deployments/$deploymentId', params: { projectId, deploymentId } }}
      title={commitMessage === null || commitMessage === '' ? titleWithoutCommit(environment) : commitMessage}
      status={<DeploymentStatus deployment={deployment} />}
      facts={join(nameProject?.(projectId), environmentLabels[environment], branch)}
      at={createdAt}
    />
  );
}

type Failure = Overview['failures'][number];

const failureLabels: Readonly<Record<Failure['kind'], string>> = {
  agent_job: 'Agent job',
  export: 'Export',
  deployment: 'Deployment',
};

function toPage({ kind, id, projectId }: Failure): LinkProps {
  switch (kind) {
    case 'agent_job':
      return { to: '/jobs/$projectId/$jobId', params: { projectId, jobId: id } };
    case 'export':
      return { to: '/exports/$jobId', params: { jobId: id } };
    case 'deployment':
      return { to: '/projects/$projectId/deployments/$deploymentId', params: { projectId, deploymentId: id } };
  }
}

export function FailureRow({ failure, nameProject }: { readonly failure: Failure; readonly nameProject: NameProject }) {
  return (
    <LinkRow
      link={toPage(failure)}
      title={failure.message === '' ? `${failureLabels[failure.kind]} failed` : failure.message}
      facts={join(failureLabels[failure.kind], nameProject?.(failure.projectId))}
      at={failure.at}
    />
  );
}
