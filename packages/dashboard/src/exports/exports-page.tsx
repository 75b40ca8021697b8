import type { ExportJob, Project } from '@docwright/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { LoadError } from '../api/error-notice.tsx';
import { projectsQuery } from '../project-data/queries.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { formatBytes, formatCount } from '../ui/format.ts';
import { PageHeader, Panel, Table } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { ExportStatus } from './export-status.tsx';
import { nameVersion } from './name-version.ts';
import styles from './exports.module.css';
import { exportPagesQuery } from './queries.ts';
import { StartExportDialog } from './start-export-dialog.tsx';

const route = getRouteApi('/signed-in/exports');

type Filters = ReturnType<typeof route.useSearch>;

export default function ExportsPage(): ReactElement {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const client = useClient();
  const canWrite = useCan('exports:write');
  const projects = useQuery(projectsQuery(client));
  const pages = useInfiniteQuery(exportPagesQuery(client, filters));
  const [isStarting, setIsStarting] = useState(false);
  const jobs = pages.data?.pages.flatMap((page) => page.jobs);
  const change = (next: Partial<Filters>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  const start = canWrite && (
    <Button kind="primary" icon="plus" onClick={() => setIsStarting(true)}>
      Start export
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Exports"
        text="Turn a site into an archive of static HTML, CSS and JavaScript."
        actions={(jobs?.length !== 0 || filters.status !== undefined) && start}
      />
      <ExportFilters filters={filters} projects={projects.data ?? []} onChange={change} />
      {jobs === undefined ? (
        pages.failureReason === null ? (
          <Skeleton lines={7} />
        ) : (
          <LoadError error={pages.error ?? pages.failureReason} onRetry={() => void pages.refetch()} />
        )
      ) : jobs.length === 0 ? (
        <NoExports project={filters.project} isFiltered={filters.status !== undefined} start={start} />
      ) : (
        <Panel isFlush>
          <Table label="Exports" columns={['Site', 'Status', { number: 'Pages' }, { number: 'Size' }, 'Started']}>
            {jobs.map((job) => (
              <ExportRow key={job.jobId} job={job} projects={projects.data ?? []} />
            ))}
          </Table>
        </Panel>
      )}
      {pages.hasNextPage && (
        <div className={styles['more']}>
          <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {isStarting && (
        <StartExportDialog
          projects={projects.data ?? []}
          projectId={filters.project}
          onClose={() => setIsStarting(false)}
        />
      )}
    </>
  );
}

interface ExportFiltersProps {
  readonly filters: Filters;
  readonly projects: readonly Project[];
  readonly onChange: (next: Partial<Filters>) => void;
}

function ExportFilters({ filters, projects, onChange }: ExportFiltersProps): ReactElement {
  return (
    <div className={styles['filters']} role="search" aria-label="Exports">
      <SelectField
        label="Project"
        isLabelHidden
        value={filters.project ?? ''}
        choices={[
          { value: '', label: 'All projects' },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(project) => onChange({ project: project === '' ? undefined : project })}
      />
      <SelectField
        label="Status"
        isLabelHidden
        value={filters.status ?? ''}
        choices={[
          { value: '', label: 'All statuses' },
          { value: 'queued', label: 'Queued' },
          { value: 'running', label: 'Running' },
          { value: 'completed', label: 'Completed' },
          { value: 'failed', label: 'Failed' },
        ]}
        onChange={(status) => onChange({ status: status === '' ? undefined : status })}
      />
    </div>
  );
}

function ExportRow({
  job,
  projects,
}: {
  readonly job: ExportJob;
  readonly projects: readonly Project[];
}): ReactElement {
  const project = projects.find(({ id }) => id === job.projectId);
  const errors = job.issues.filter(({ severity }) => severity === 'error').length;
  return (
    <tr>
      <td>
        <div>
          <Link to="/exports/$jobId" params={{ jobId: job.jobId }} className={styles['name'] ?? ''}>
            {job.domain ?? project?.name ?? job.projectId}
          </Link>
          <div className={styles['soft']}>
            {[project?.name, nameVersion(job)].filter((part) => part !== undefined).join(' · ')}
          </div>
        </div>
      </td>
      <td data-label="Status">
        <ExportStatus job={job} />
      </td>
      <td data-label="Pages">
        {job.pageCount}
        {job.status === 'running' && job.totalPages !== null && ` of ${job.totalPages}`}
        {errors > 0 && <span className={styles['bad']}> · {formatCount(errors, 'error')}</span>}
      </td>
      <td data-label="Size">{job.sizeBytes === undefined ? '—' : formatBytes(job.sizeBytes)}</td>
      <td data-label="Started">
        <Time at={job.createdAt} />
      </td>
    </tr>
  );
}

function NoExports({
  project,
  isFiltered,
  start,
}: {
  readonly project: string | undefined;
  /** Whether filters other than the project are set. */
  readonly isFiltered: boolean;
  readonly start: ReactElement | false;
}): ReactElement {
  return isFiltered ? (
    <EmptyState
      icon="search"
      title="No matching exports"
      actions={
        <LinkButton to="/exports" search={{ project }}>
          Show all exports
        </LinkButton>
      }
    >
      No exports match the filters.
    </EmptyState>
  ) : (
    <EmptyState icon="exports" title="No exports yet" actions={start}>
      An export renders a whole site into one archive. Any static host or CDN can serve it, even without internet
      access.
    </EmptyState>
  );
}
