import type { AgentJob } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { BriefMarkdown } from '../ui/brief-markdown.tsx';
import { classNames } from '../ui/class-names.ts';
import { CopyId } from '../ui/code-block.tsx';
import { PageHeader, Panel } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Tabs, type TabSpec } from '../ui/tabs.tsx';
import { Time } from '../ui/time.tsx';
import { JobActions } from './job-actions.tsx';
import { JobFacts } from './job-facts.tsx';
import { jobTitle } from './job-title.ts';
import styles from './job-page.module.css';
import { JobStatus } from './job-status.tsx';
import { jobDiffQuery, jobQuery } from './queries.ts';
import { Timeline } from './timeline.tsx';
import { findGate, toTimeline } from './to-timeline.ts';
import { useJobEvents } from './use-job-events.ts';

/** Most visits of a job open neither its diff nor its preview. */
const DiffView = lazy(() => import('./diff-view.tsx').then((module) => ({ default: module.DiffView })));
/** Below the timeline, and of no use while the agent works. */
const FollowUpForm = lazy(() => import('./follow-up-form.tsx').then((module) => ({ default: module.FollowUpForm })));
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
  // Another job is another page: nothing of the one before may stay.
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
  const gate = useMemo(() => findGate(events), [events]);
  const takesFollowUp = canWrite && (job.status === 'completed' || job.status === 'failed');
  const tabs: readonly TabSpec<typeof tab>[] = [
    {
      value: 'activity',
      label: 'Activity',
      render: () => (
        <div className={styles['main']}>
          <Timeline entries={entries} isActive={job.status === 'active'} isLive={isLive} />
          <JobOutcome job={job} />
          {takesFollowUp && (
            <Panel>
              {job.pullRequest === null || job.pullRequest.state === 'open' ? (
                <Suspense fallback={<Skeleton lines={2} />}>
                  <FollowUpForm job={job} />
                </Suspense>
              ) : (
                <EndedPullRequest job={job} state={job.pullRequest.state} />
              )}
            </Panel>
          )}
        </div>
      ),
    },
    { value: 'diff', label: 'Diff', render: () => <JobDiff ids={ids} /> },
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
            <CopyId id={job.id} what="job id" />
          </>
        }
        actions={<JobActions job={job} canWrite={canWrite} />}
      />
      <div className={classNames(styles['layout'], tab === 'activity' && styles['withSide'])}>
        <div className={styles['main']}>
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

const stopTitles: Readonly<Partial<Record<NonNullable<AgentJob['result']>, string>>> = {
  needs_input: 'The agent has a question',
  needs_model: 'The built-in rules can’t do this',
  blocked_by_policy: 'The project’s policy doesn’t allow this',
  conflict: 'The base branch has changed',
};

/** Why it ended as it did, where that is not told by the summary alone. */
function JobOutcome({ job }: { readonly job: AgentJob }): ReactElement | null {
  const canSetModel = useCan('projects:write');
  if (job.error !== null && job.error.code !== 'cancelled') {
    return (
      <Notice tone="bad" title={job.error.message}>
        {job.error.remedy} ({job.error.code})
      </Notice>
    );
  }
  const title = job.result === null ? undefined : stopTitles[job.result];
  if (title !== undefined) {
    return (
      <Notice
        tone="warn"
        title={title}
        action={
          job.result === 'needs_model' &&
          canSetModel && (
            <LinkButton
              to="/projects/$projectId"
              params={{ projectId: job.projectId }}
              search={{ tab: 'model' }}
              kind="primary"
              isSmall
            >
              Set a model
            </LinkButton>
          )
        }
      >
        <div className={styles['summary']}>
          <BriefMarkdown text={job.summary ?? ''} />
        </div>
      </Notice>
    );
  }
  if (job.duplicateOf !== null) {
    return <Notice title="An open pull request already makes this change">Its job is {job.duplicateOf}.</Notice>;
  }
  return null;
}

/** A follow-up would fail: what was merged or closed takes no more commits. */
function EndedPullRequest({ job, state }: { readonly job: AgentJob; readonly state: string }): ReactElement {
  return (
    <Notice
      tone="neutral"
      title={`The pull request is ${state}`}
      action={
        <LinkButton to="/jobs/new" search={{ project: job.projectId }} isSmall icon="plus">
          New job
        </LinkButton>
      }
    >
      {state === 'merged'
        ? 'It takes no more commits. A new job begins with what was merged.'
        : 'It takes no more commits while it is closed. Open it again at the code host, or start a new job.'}
    </Notice>
  );
}

function JobDiff({ ids }: { readonly ids: { projectId: string; id: string } }): ReactElement {
  const query = useQuery(jobDiffQuery(useClient(), ids));
  return (
    <>
      {query.data !== undefined && <ErrorNotice error={query.error} />}
      <Loaded query={query} lines={8}>
        {(diff) => (
          <Suspense fallback={<Skeleton />}>
            <DiffView diff={diff} />
          </Suspense>
        )}
      </Loaded>
    </>
  );
}
