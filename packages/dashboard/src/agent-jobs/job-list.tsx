import type { AgentJob, Project } from '@docwright/sdk';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { modelLabel } from '../project-data/model-label.ts';
import { formatCount } from '../ui/format.ts';
import { Time } from '../ui/time.tsx';
import { useMe } from '../accounts/me.ts';
import { describeListedCost } from './describe-cost.ts';
import { jobTitle } from './job-title.ts';
import { JobStatus } from './job-status.tsx';
import styles from './jobs-page.module.css';
import type { JobListState } from './use-job-list.ts';

const ROW_PX = 76;
/** Rows rendered beyond the edge of the screen. */
const OVERSCAN = 12;

export interface JobListProps {
  readonly list: JobListState;
  readonly jobs: readonly AgentJob[];
  readonly projects: readonly Project[];
}

/** Only rows on the screen are rendered, so that a long list scrolls smoothly. */
export function JobList({ list, jobs, projects }: JobListProps): ReactElement {
  const box = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(box.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    count: jobs.length,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (index) => jobs[index]?.id ?? index,
  });
  const rows = virtualizer.getVirtualItems();
  const lastRow = rows.at(-1)?.index ?? 0;
  const isNearEnd = lastRow >= jobs.length - OVERSCAN * 2;
  useEffect(() => {
    if (isNearEnd) list.loadMore();
  }, [isNearEnd, list]);
  const ownName = useMe().user?.email;
  const names = useMemo(() => new Map(projects.map(({ id, name }) => [id, name])), [projects]);
  return (
    <>
      <ul ref={box} className={styles['list']} style={{ height: virtualizer.getTotalSize() }} aria-label="Agent jobs">
        {rows.map(({ index, start }) => {
          const job = jobs[index];
          return (
            job && (
              <li
                key={job.id}
                className={styles['item']}
                style={{ transform: `translateY(${start - top}px)` }}
                aria-setsize={list.hasMore ? -1 : jobs.length}
                aria-posinset={index + 1}
              >
                <JobRow job={job} projectName={names.get(job.projectId) ?? job.projectId} ownName={ownName} />
              </li>
            )
          );
        })}
      </ul>
      <div className={styles['more']} role="status">
        {list.isLoadingMore
          ? 'Loading more …'
          : list.hasMore
            ? `${formatCount(jobs.length, 'job')}; scroll for more`
            : formatCount(jobs.length, 'job')}
      </div>
    </>
  );
}

interface JobRowProps {
  readonly job: AgentJob;
  readonly projectName: string;
  /** The name under which the signed-in user starts jobs. */
  readonly ownName: string | undefined;
}

const JobRow = memo(function JobRow({ job, projectName, ownName }: JobRowProps): ReactElement {
  const cost = describeListedCost(job.usage);
  const added = job.files.reduce((sum, file) => sum + file.added, 0);
  const removed = job.files.reduce((sum, file) => sum + file.removed, 0);
  return (
    <Link
      to="/jobs/$projectId/$jobId"
      params={{ projectId: job.projectId, jobId: job.id }}
      className={styles['link'] ?? ''}
    >
      <span className={styles['title']} title={jobTitle(job)}>
        {jobTitle(job)}
      </span>
      <span className={styles['status']}>
        <JobStatus job={job} />
      </span>
      <span className={styles['facts']}>
        {job.startedBy !== null && <>{job.startedBy.name === ownName ? 'You' : job.startedBy.name} · </>}
        {projectName}
        {job.files.length > 0 && (
          <>
            {' · '}
            {formatCount(job.files.length, 'file')} <span className={styles['added']}>+{added}</span>{' '}
            <span className={styles['removed']}>−{removed}</span>
          </>
        )}
        {' · '}
        {modelLabel(job.model)}
        {cost !== undefined && ` · ${cost}`}
      </span>
      <span className={styles['time']}>
        <Time at={job.createdAt} />
      </span>
    </Link>
  );
});
