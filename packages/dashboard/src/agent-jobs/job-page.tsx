import type { AgentJob } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { classNames } from '../ui/class-names.ts';
import { CopyId } from '../ui/code-block.tsx';
import { PageHeader } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Tabs, type TabSpec } from '../ui/tabs.tsx';
import { Time } from '../ui/time.tsx';
import type { DiffViewProps } from './diff-view.tsx';
import { JobActions } from './job-actions.tsx';
import { JobFacts } from './job-facts.tsx';
import { jobTitle } from './job-title.ts';
import styles from './job-page.module.css';
import { JobStatus } from './job-status.tsx';
import { jobDiffQuery, jobQuery } from './queries.ts';
import { Timeline } from './timeline.tsx';
import { findGate, findRisks, findSentComments, toTimeline } from './to-timeline.ts';
import { useJobEvents } from './use-job-events.ts';

/** Loaded on demand, because most visits to a job's page open neither its diff nor its preview. */
const DiffView = lazy(() => import('./diff-view.tsx').then((module) => ({ default: module.DiffView })));
/** Shown below the timeline, and not needed while the agent works. */
const JobEnd = lazy(() => import('./job-end.tsx').then((module) => ({ default: module.JobEnd })));
/** Only for jobs that ended with a pull request. */
const PullRequestPanel = lazy(() =>
  import('./pull-request/pull-request-panel.tsx').then((module) => ({ default: module.PullRequestPanel })),
);
/** Loaded on demand, because few jobs have reasons for a draft pull request. */
const JobRisks = lazy(() => import('./job-risks.tsx').then((module) => ({ default: module.JobRisks })));
const JobPreview = lazy(() => import('./job-preview.tsx').then((module) => ({ default: module.JobPreview })));

function Preview({ job }: { readonly job: AgentJob }): ReactElement {
  return (
    <Suspense fallback={<Skeleton />}>
      <JobPreview job={job} />
    </Suspense>
  );
}

const route = getRouteApi('/signed-in/jobs/$projectId/$jobId');

export default function JobPage(): ReactElement {
  const { projectId, jobId } = route.useParams();
  const query = useQuery(jobQuery(useClient(), { projectId, id: jobId }));
  // A different job needs a new component, so that no state of the previous job remains.
  return (
    <Loaded query={query} title="Agent job">
      {(job) => <JobView key={jobId} job={job} />}
    </Loaded>
  );
}

function JobView({ job }: { readonly job: AgentJob }): ReactElement {
  const ids = { projectId: job.projectId, id: job.id };
  const { tab = 'activity' } = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCan('agent-jobs:write');
  const { events, isLive } = useJobEvents(ids, job);
  const entries = useMemo(() => toTimeline(events), [events]);
  const sent = useMemo(() => findSentComments(entries), [entries]);
  const gate = useMemo(() => findGate(events), [events]);
  const risks = useMemo(() => findRisks(events), [events]);
  const takesFollowUp = canWrite && job.draft === null && (job.status === 'completed' || job.status === 'failed');
  const tabs: readonly TabSpec<typeof tab>[] = [
    {
      value: 'activity',
      label: 'Activity',
      render: () => (
        <div className={styles['main']}>
          <Timeline ids={ids} entries={entries} isActive={job.status === 'active'} isLive={isLive} />
          {job.status !== 'active' && (
            <Suspense fallback={<Skeleton lines={2} />}>
              <JobEnd job={job} takesFollowUp={takesFollowUp} />
            </Suspense>
          )}
        </div>
      ),
    },
    { value: 'diff', label: 'Diff', render: () => <JobDiff job={job} sent={sent} /> },
    { value: 'preview', label: 'Preview', render: () => <Preview job={job} /> },
  ];
  return (
    <>
      <PageHeader
        title={jobTitle(job)}
        parent={{ label: 'Agent jobs', link: { to: '/jobs' } }}
        meta={
          <>
            <JobStatus job={job} />
            <span>
              started <Time at={job.createdAt} />
            </span>
            <CopyId id={job.id} what="job ID" />
          </>
        }
        actions={<JobActions job={job} canWrite={canWrite} />}
      />
      <div className={classNames(styles['layout'], tab === 'activity' && styles['withSide'])}>
        <div className={styles['main']}>
          {job.pullRequest !== null && job.status !== 'active' && (
            <Suspense fallback={<Skeleton lines={1} />}>
              <PullRequestPanel job={job} pullRequest={job.pullRequest} />
            </Suspense>
          )}
          {risks.length > 0 && (
            <Suspense>
              <JobRisks risks={risks} />
            </Suspense>
          )}
          <Tabs
            label="Parts of the job"
            value={tab}
            tabs={tabs}
            onChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
          />
        </div>
        {tab === 'activity' && (
          <JobFacts job={job} gate={gate} stepCount={entries.filter(({ kind }) => kind === 'step').length} />
        )}
      </div>
    </>
  );
}

function JobDiff({ job, sent }: Omit<DiffViewProps, 'diff'>): ReactElement {
  const query = useQuery(jobDiffQuery(useClient(), { projectId: job.projectId, id: job.id }));
  return (
    <>
      {query.data !== undefined && <ErrorNotice error={query.error} />}
      <Loaded query={query} lines={8}>
        {(diff) => (
          <Suspense fallback={<Skeleton />}>
            <DiffView diff={diff} job={job} sent={sent} />
          </Suspense>
        )}
      </Loaded>
    </>
  );
}
