import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { LoadError } from '../api/error-notice.tsx';
import { projectsQuery } from '../project-data/queries.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import { PageHeader } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { JobList } from './job-list.tsx';
import type { JobFilters } from './queries.ts';
import styles from './jobs-page.module.css';
import { useJobList } from './use-job-list.ts';

const route = getRouteApi('/signed-in/jobs');
const SEARCH_AFTER_MS = 250;

export const statusChoices = [
  { value: '', label: 'All statuses' },
  { value: 'active', label: 'Running' },
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
  { value: 'archived', label: 'Archived' },
] as const;

const pullRequestChoices = [
  { value: '', label: 'All pull requests' },
  { value: 'open', label: 'Open' },
  { value: 'merged', label: 'Merged' },
  { value: 'closed', label: 'Closed' },
] as const;

export default function JobsPage(): ReactElement {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const client = useClient();
  const canWrite = useCan('agent-jobs:write');
  const projects = useQuery(projectsQuery(client));
  const list = useJobList(filters);
  const [search, setSearch] = useState(filters.search ?? '');
  const change = (next: Partial<typeof filters>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });

  useEffect(() => {
    const wanted = search.trim() === '' ? undefined : search.trim();
    if (wanted === filters.search) return undefined;
    const timer = setTimeout(() => change({ search: wanted }), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- only typed text starts a search
  }, [search]);

  return (
    <>
      <PageHeader
        title="Agent jobs"
        text="Turn a prompt into a pull request."
        actions={
          canWrite &&
          (list.jobs?.length !== 0 || isNarrowed(filters)) && (
            <LinkButton to="/jobs/new" search={{ project: filters.project }} kind="primary" icon="plus">
              New job
            </LinkButton>
          )
        }
      />
      <div className={styles['filters']} role="search" aria-label="Agent jobs">
        <TextField
          label="Search in prompts, titles and summaries"
          isLabelHidden
          type="search"
          placeholder="Search prompts, titles, summaries, IDs"
          maxLength={200}
          value={search}
          onChange={setSearch}
        />
        <SelectField
          label="Project"
          isLabelHidden
          value={filters.project ?? ''}
          choices={[
            { value: '', label: 'All projects' },
            ...(projects.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(project) => change({ project: project === '' ? undefined : project })}
        />
        <SelectField
          label="Status"
          isLabelHidden
          value={filters.status ?? ''}
          choices={statusChoices}
          onChange={(status) => change({ status: status === '' ? undefined : status })}
        />
        <SelectField
          label="Pull request"
          isLabelHidden
          value={filters.pullRequest ?? ''}
          choices={pullRequestChoices}
          onChange={(state) => change({ pullRequest: state === '' ? undefined : state })}
        />
      </div>
      {list.jobs !== undefined && list.jobs.length > 0 ? (
        <JobList list={list} jobs={list.jobs} projects={projects.data ?? []} />
      ) : list.jobs === undefined && list.error !== null ? (
        <LoadError error={list.error} onRetry={list.retry} />
      ) : list.jobs === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <NoJobs filters={filters} hasProjects={projects.data?.length !== 0} canWrite={canWrite} />
      )}
    </>
  );
}

/** Whether filters other than the project are set. */
const isNarrowed = (filters: JobFilters): boolean =>
  Object.entries(filters).some(([name, value]) => name !== 'project' && value !== undefined);

interface NoJobsProps {
  readonly filters: JobFilters;
  readonly hasProjects: boolean;
  readonly canWrite: boolean;
}

/** In a project without jobs, explains how to create the first one; only other filters can hide jobs. */
function NoJobs({ filters, hasProjects, canWrite }: NoJobsProps): ReactElement {
  const { project } = filters;
  if (isNarrowed(filters)) {
    return (
      <EmptyState
        icon="search"
        title="No matching jobs"
        actions={
          <LinkButton to="/jobs" search={{ project }}>
            Show all jobs
          </LinkButton>
        }
      >
        No agent jobs match the search and filters.
      </EmptyState>
    );
  }
  if (!hasProjects) {
    return (
      <EmptyState
        icon="projects"
        title="Create a project first"
        actions={
          canWrite && (
            <LinkButton to="/projects/new" kind="primary" icon="plus">
              Connect a repository
            </LinkButton>
          )
        }
      >
        Agent jobs edit the documentation of a project. Connect a repository, then request a change.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="jobs"
      title="No agent jobs yet"
      actions={
        canWrite && (
          <LinkButton to="/jobs/new" search={{ project }} kind="primary" icon="plus">
            New job
          </LinkButton>
        )
      }
    >
      Describe what should change in your docs. The agent edits the repository and opens a pull request.
    </EmptyState>
  );
}
