import type { Project } from '@docwright/sdk';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCan, useMe } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { projectsQuery } from '../project-data/queries.ts';
import { AttentionPanel, useAttention } from '../suggestions/attention-panel.tsx';
import { formatUsd } from '../ui/format.ts';
import { PageHeader, Panel, Stack } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Rows } from '../ui/rows.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Figures, Outcomes } from './figures.tsx';
import { FirstStepsPanel, useFirstSteps } from './first-steps.tsx';
import styles from './overview.module.css';
import { openPullRequestsQuery, overviewQuery, type Overview } from './queries.ts';
import { DeploymentRow, FailureRow, JobRow, type NameProject } from './rows.tsx';

/** The first page after signing in. Shows work in progress and problems that need attention. */
export default function OverviewPage(): ReactElement {
  const client = useClient();
  const { organization } = useMe();
  const canStartJobs = useCan('agent-jobs:write');
  const overview = useQuery(overviewQuery(client));
  const projects = useQuery(projectsQuery(client));
  const steps = useFirstSteps();
  const pullRequests = useQuery({ ...openPullRequestsQuery(client), enabled: useCan('agent-jobs:read') });
  const attention = useAttention(projects.data ?? []);
  // The page appears as a whole, because a part that arrives later would shift content that the user is reading or
  // about to click.
  const isArriving = [projects, steps, pullRequests, ...attention.queries].some(isFirstLoad);
  return (
    <>
      <PageHeader
        title="Overview"
        text={organization.name}
        actions={
          canStartJobs && (
            <LinkButton to="/jobs/new" kind="primary" icon="plus">
              New job
            </LinkButton>
          )
        }
      />
      <Stack>
        {isArriving ? (
          <Skeleton lines={8} />
        ) : (
          <Loaded query={overview} lines={8}>
            {(found) => (
              <>
                <FirstStepsPanel projects={projects.data ?? []} />
                <Activity overview={found} projects={projects.data ?? []} />
              </>
            )}
          </Loaded>
        )}
      </Stack>
    </>
  );
}

/** Whether the first response is pending and no attempt has failed. */
const isFirstLoad = ({ isLoading, failureReason }: Pick<UseQueryResult, 'isLoading' | 'failureReason'>): boolean =>
  isLoading && failureReason === null;

interface ActivityProps {
  readonly overview: Overview;
  readonly projects: readonly Project[];
}

function Activity({ overview, projects }: ActivityProps): ReactElement {
  const { agentJobs, deployments, failures, spend } = overview;
  const nameProject = (projectId: string) => projects.find(({ id }) => id === projectId)?.name ?? projectId;
  return (
    <>
      <Figures overview={overview} />
      <div className={styles['columns']}>
        <Stack>
          {agentJobs && (
            <Panel title="Agent jobs by result">
              {agentJobs.total === 0 ? (
                <p className={styles['soft']}>No agent jobs in the last 30 days.</p>
              ) : (
                <Outcomes agentJobs={agentJobs} />
              )}
            </Panel>
          )}
          {deployments && (
            <Rows title="Latest deployments" emptyText="No deployments yet.">
              {deployments.newest.map((each) => (
                <DeploymentRow key={each.deploymentId} deployment={each} nameProject={nameProject} />
              ))}
            </Rows>
          )}
        </Stack>
        <Stack>
          <AttentionPanel projects={projects} nameProject={nameProject} />
          {agentJobs && <OpenPullRequests nameProject={nameProject} />}
          <Rows title="Failures" emptyText="No failures in the last 30 days.">
            {failures.map((failure) => (
              <FailureRow key={failure.id} failure={failure} nameProject={nameProject} />
            ))}
          </Rows>
          {spend.projects.length > 0 && <SpendByProject spend={spend} nameProject={nameProject} />}
        </Stack>
      </div>
    </>
  );
}

function OpenPullRequests({ nameProject }: { readonly nameProject: NameProject }): ReactElement {
  const query = useQuery(openPullRequestsQuery(useClient()));
  return (
    <Loaded query={query} lines={3}>
      {(jobs) => (
        <Rows
          title="Open pull requests"
          emptyText="The agent has no open pull requests."
          actions={
            jobs.length > 0 && (
              <LinkButton isSmall kind="quiet" to="/jobs" search={{ pullRequest: 'open' }}>
                All
              </LinkButton>
            )
          }
        >
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} nameProject={nameProject} />
          ))}
        </Rows>
      )}
    </Loaded>
  );
}

interface SpendProps {
  readonly spend: Overview['spend'];
  readonly nameProject: (projectId: string) => string;
}

function SpendByProject({ spend, nameProject }: SpendProps): ReactElement {
  return (
    <Panel title="Spend by project" text="Agent jobs in the last 30 days, and the assistant this month.">
      <dl className={styles['spend']}>
        {spend.projects.map(({ projectId, usd }) => (
          <div key={projectId}>
            <dt>
              <Link to="/projects/$projectId" params={{ projectId }}>
                {nameProject(projectId)}
              </Link>
            </dt>
            <dd>{formatUsd(usd)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
