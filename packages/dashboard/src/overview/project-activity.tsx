import type { Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { SitePanel } from '../deployments/site-panel.tsx';
import { Figures } from './figures.tsx';
import styles from './overview.module.css';
import { newestJobsOfProjectQuery, openPullRequestsQuery, overviewQuery } from './queries.ts';
import { DeploymentRow, FailureRow, JobRow } from './rows.tsx';
import { AttentionPanel } from '../suggestions/attention-panel.tsx';
import { Stack } from '../ui/layout.tsx';
import { Rows } from '../ui/rows.tsx';

/** Activity in a project: its site, its jobs and their results. */
export default function ProjectActivity({ project }: { readonly project: Project }): ReactElement {
  const overview = useQuery(overviewQuery(useClient(), project.id));
  const canReadSite = useCan('deployments:read');
  const canReadJobs = useCan('agent-jobs:read');
  return (
    <Stack>
      {canReadSite && <SitePanel project={project} />}
      <Loaded query={overview} lines={8}>
        {(found) => (
          <>
            <Figures overview={found} projectId={project.id} />
            <div className={styles['columns']}>
              <Stack>
                {canReadJobs && <LatestJobs projectId={project.id} />}
                {canReadJobs && <OpenPullRequests projectId={project.id} />}
              </Stack>
              <Stack>
                <AttentionPanel projects={[project]} />
                {found.deployments && found.deployments.newest.length > 0 && (
                  <Rows title="Latest deployments" emptyText="">
                    {found.deployments.newest.map((each) => (
                      <DeploymentRow key={each.deploymentId} deployment={each} nameProject={undefined} />
                    ))}
                  </Rows>
                )}
                <Rows title="Failures" emptyText="No failures in the last 30 days.">
                  {found.failures.map((failure) => (
                    <FailureRow key={failure.id} failure={failure} nameProject={undefined} />
                  ))}
                </Rows>
              </Stack>
            </div>
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function LatestJobs({ projectId }: { readonly projectId: string }): ReactElement {
  const query = useQuery(newestJobsOfProjectQuery(useClient(), projectId));
  return (
    <Loaded query={query} lines={3}>
      {(jobs) => (
        <Rows title="Latest agent jobs" emptyText="No agent jobs yet.">
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} nameProject={undefined} />
          ))}
        </Rows>
      )}
    </Loaded>
  );
}

function OpenPullRequests({ projectId }: { readonly projectId: string }): ReactElement {
  const query = useQuery(openPullRequestsQuery(useClient(), projectId));
  return (
    <Loaded query={query} lines={3}>
      {(jobs) => (
        <Rows title="Open pull requests" emptyText="The agent has no open pull requests.">
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} nameProject={undefined} />
          ))}
        </Rows>
      )}
    </Loaded>
  );
}
