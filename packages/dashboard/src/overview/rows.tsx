import type { AgentJob } from '@docwright/sdk';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { JobStatus } from '../agent-jobs/job-status.tsx';
import { jobTitle } from '../agent-jobs/job-title.ts';
import { DeploymentStatus } from '../deployments/deployment-status.tsx';
import { environmentLabels } from '../deployments/describe-deployment.ts';
import { Panel } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';
import styles from './overview.module.css';
import type { Overview } from './queries.ts';

interface RowProps {
  readonly link: LinkProps;
  readonly title: string;
  readonly status?: ReactNode;
  readonly facts: string;
  readonly at: string;
}

function Row({ link, title, status, facts, at }: RowProps): ReactElement {
  return (
    <li>
      <Link {...link} className={styles['row'] ?? ''}>
        <span className={styles['title']} title={title}>
          {title}
        </span>
        <span>{status}</span>
        <span className={styles['facts']}>{facts}</span>
        <span className={styles['time']}>
          <Time at={at} />
        </span>
      </Link>
    </li>
  );
}

export interface RowsProps {
  readonly title: string;
  /** Shown if there are no rows. */
  readonly emptyText: ReactNode;
  readonly actions?: ReactNode;
  readonly children: readonly ReactElement[];
}

export function Rows({ title, emptyText, actions, children }: RowsProps): ReactElement {
  return children.length === 0 ? (
    <Panel title={title} actions={actions}>
      <p className={styles['soft']}>{emptyText}</p>
    </Panel>
  ) : (
    <Panel title={title} actions={actions} isFlush>
      <ul className={styles['rows']}>{children}</ul>
    </Panel>
  );
}

/** Undefined on the page of the project itself. */
export type NameProject = ((projectId: string) => string) | undefined;

const join = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' · ');

export function JobRow({ job, nameProject }: { readonly job: AgentJob; readonly nameProject: NameProject }) {
  const { id: jobId, projectId, pullRequest } = job;
  return (
    <Row
      link={{ to: '/jobs/$projectId/$jobId', params: { projectId, jobId } }}
      title={jobTitle(job)}
      status={<JobStatus job={job} />}
      facts={join(nameProject?.(projectId), pullRequest === null ? undefined : `#${String(pullRequest.number)}`)}
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
    <Row
      link={{ to: '/projects/$projectId/deployments/$deploymentId', params: { projectId, deploymentId } }}
      title={commitMessage === null || commitMessage === '' ? `Deployment of ${branch}` : commitMessage}
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
    <Row
      link={toPage(failure)}
      title={failure.message === '' ? `${failureLabels[failure.kind]} failed` : failure.message}
      facts={join(failureLabels[failure.kind], nameProject?.(failure.projectId))}
      at={failure.at}
    />
  );
}
