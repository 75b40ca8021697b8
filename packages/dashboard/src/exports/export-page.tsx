import type { ExportJob, Project } from '@docwright/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { projectsQuery } from '../project-data/queries.ts';
import { Button } from '../ui/button.tsx';
import { CopyId } from '../ui/code-block.tsx';
import { formatCount, formatNumber } from '../ui/format.ts';
import { PageHeader, Panel, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { Progress } from '../ui/progress.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tabs, type TabSpec } from '../ui/tabs.tsx';
import { Time } from '../ui/time.tsx';
import { BundlePanel } from './bundle-panel.tsx';
import { CompareExports } from './compare-exports.tsx';
import { ExportPreview } from './export-preview.tsx';
import { ExportStatus } from './export-status.tsx';
import styles from './exports.module.css';
import IssueList from './issue-list.tsx';
import { MissingPages } from './missing-pages.tsx';
import { exportQuery, isEnded } from './queries.ts';

const route = getRouteApi('/signed-in/exports/$jobId');

export default function ExportPage(): ReactElement {
  const { jobId } = route.useParams();
  const query = useQuery(exportQuery(useClient(), jobId));
  return (
    <Loaded query={query} title="Export">
      {(job) => <ExportView key={jobId} job={job} />}
    </Loaded>
  );
}

function ExportView({ job }: { readonly job: ExportJob }): ReactElement {
  const client = useClient();
  const projects = useQuery(projectsQuery(client));
  const project = projects.data?.find(({ id }) => id === job.projectId);
  const { tab = 'issues', with: other } = route.useSearch();
  const navigate = route.useNavigate();
  useLiveExport(job);
  const tabs: readonly TabSpec<typeof tab>[] = [
    {
      value: 'issues',
      label: 'Issues',
      count: job.issueCount,
      render: () => (
        <IssueList
          issues={job.issues}
          issueCount={job.issueCount}
          issueCounts={job.issueCounts}
          commit={job.commit}
          project={project}
          empty={<NoIssues job={job} />}
        />
      ),
    },
    ...(job.status === 'completed'
      ? ([
          { value: 'preview', label: 'Preview', render: () => <ExportPreview job={job} /> },
          {
            value: 'compare',
            label: 'History',
            render: () => (
              <CompareExports
                job={job}
                otherJobId={other}
                onChoose={(next) =>
                  void navigate({ search: { tab: 'compare', with: next }, replace: true, resetScroll: false })
                }
              />
            ),
          },
        ] as const)
      : []),
  ];
  return (
    <>
      <PageHeader
        title={job.domain ?? project?.name ?? 'Export'}
        parent={{ label: 'Exports', link: { to: '/exports' } }}
        meta={
          <>
            <ExportStatus job={job} />
            {project && <ProjectLink project={project} />}
            <span>
              started <Time at={job.createdAt} />
            </span>
            <CopyId id={job.jobId} what="export job ID" />
          </>
        }
        actions={!isEnded(job) && <CancelButton job={job} />}
      />
      <Stack>
        {!isEnded(job) && <LiveProgress job={job} />}
        {job.status === 'failed' && (
          <Notice tone={job.errorCode === 'cancelled' ? 'info' : 'bad'} title="No bundle">
            {job.error} {job.errorCode !== null && `(${job.errorCode})`}
          </Notice>
        )}
        {job.missingCount > 0 && <MissingPages job={job} />}
        {job.status === 'completed' && <BundlePanel job={job} />}
        <Tabs
          label="Parts of the export"
          value={tabs.some(({ value }) => value === tab) ? tab : 'issues'}
          tabs={tabs}
          onChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
        />
      </Stack>
    </>
  );
}

const ProjectLink = ({ project: { id, name } }: { readonly project: Pick<Project, 'id' | 'name'> }): ReactElement => (
  <Link to="/projects/$projectId" params={{ projectId: id }}>
    {name}
  </Link>
);

/** Keeps the job in the query cache up to date. */
function useLiveExport(job: ExportJob): void {
  const client = useClient();
  const queryClient = useQueryClient();
  const { jobId } = job;
  const isOver = isEnded(job);
  useEffect(() => {
    if (isOver) return undefined;
    const abort = new AbortController();
    const follow = async () => {
      for await (const { data } of client.streamStaticExport({ jobId }, { signal: abort.signal })) {
        queryClient.setQueryData(['export', jobId], JSON.parse(data) as ExportJob);
      }
    };
    // A lost stream isn't an error: the job is also polled every few seconds.
    void follow().catch(() => undefined);
    return () => abort.abort();
  }, [client, queryClient, jobId, isOver]);
}

function LiveProgress({ job }: { readonly job: ExportJob }): ReactElement {
  const pages =
    job.totalPages === null
      ? formatCount(job.pageCount, 'page')
      : `${formatNumber(job.pageCount)} of ${formatCount(job.totalPages, 'page')}`;
  const text = job.status === 'queued' ? 'Waiting for a worker' : `${Math.round(job.progress)}%, ${pages}`;
  return (
    <Panel>
      <div className={styles['progress']}>
        <div className={styles['progressText']}>
          <span>{job.status === 'queued' ? text : 'Rendering'}</span>
          <span>{job.status === 'queued' ? '' : `${pages} · ${Math.round(job.progress)}%`}</span>
        </div>
        <Progress label="Export" percent={job.progress} text={text} />
      </div>
    </Panel>
  );
}

function NoIssues({ job }: { readonly job: ExportJob }): ReactElement {
  if (!isEnded(job)) return <EmptyState icon="refresh" title="No issues so far" />;
  // "No issues" below "Failed" would be misleading.
  if (job.status === 'failed') return <EmptyState icon="stop" title="The export ended before its pages were checked" />;
  return (
    <EmptyState icon="check" title="No issues">
      Every page rendered without problems.
    </EmptyState>
  );
}

function CancelButton({ job }: { readonly job: ExportJob }): ReactElement | null {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('exports:write');
  const cancel = useMutation({
    mutationFn: () => client.cancelStaticExport({ jobId: job.jobId }),
    onSuccess: (changed) => queryClient.setQueryData(['export', job.jobId], changed),
  });
  if (!canWrite) return null;
  return (
    <>
      <ErrorNotice error={cancel.error} />
      <Button icon="stop" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel export
      </Button>
    </>
  );
}
