import type { ExportIssue, ExportJob, Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { useCanSeeSystem } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { systemQuery } from '../settings/queries.ts';
import { Badge } from '../ui/badge.tsx';
import { formatCount, formatNumber } from '../ui/format.ts';
import { Panel, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { EmptyState } from '../ui/states.tsx';
import styles from './exports.module.css';
import { groupIssues, listCounts, type PageIssues } from './group-issues.ts';
import { isEnded } from './queries.ts';
import { toSourceLink, type KnownHost } from './source-link.ts';

/** Pages that are shown open: as many as fit a few screens. */
const OPEN_PAGES = 8;

export interface IssueListProps {
  readonly job: ExportJob;
  readonly project: Project | undefined;
}

export function IssueList({ job, project }: IssueListProps): ReactElement {
  const pages = useMemo(() => groupIssues(job.issues), [job.issues]);
  const canSeeSystem = useCanSeeSystem();
  const system = useQuery({ ...systemQuery(useClient()), enabled: canSeeSystem });
  const hosts = useMemo(() => system.data?.codeHosts ?? [], [system.data]);
  if (job.issueCount === 0) {
    if (!isEnded(job)) return <EmptyState icon="refresh" title="No issues so far" />;
    // Whoever reads "No issues" below "Failed" looks for the mistake in the wrong place.
    if (job.status === 'failed')
      return <EmptyState icon="stop" title="The export ended before its pages were checked" />;
    return (
      <EmptyState icon="check" title="No issues">
        Every page rendered without problems.
      </EmptyState>
    );
  }
  return (
    <Stack>
      {job.issueCount > job.issues.length && (
        <Notice
          title={`The first ${formatNumber(job.issues.length)} of ${formatCount(job.issueCount, 'issue')} are shown`}
        >
          All of them by code: {listCounts(job.issueCounts)}.
        </Notice>
      )}
      <Panel isFlush>
        {pages.map((page, index) => (
          <IssuePage
            key={page.path}
            page={page}
            job={job}
            project={project}
            hosts={hosts}
            isOpen={index < OPEN_PAGES}
          />
        ))}
      </Panel>
    </Stack>
  );
}

interface IssuePageProps extends IssueListProps {
  readonly page: PageIssues;
  readonly hosts: readonly KnownHost[];
  readonly isOpen: boolean;
}

function IssuePage({ page, job, project, hosts, isOpen }: IssuePageProps): ReactElement {
  return (
    <details className={styles['page']} open={isOpen}>
      <summary>
        <span className={styles['path']}>{page.path}</span>
        {page.errors > 0 && <Badge tone="bad">{formatCount(page.errors, 'error')}</Badge>}
        {page.warnings > 0 && <Badge tone="warn">{formatCount(page.warnings, 'warning')}</Badge>}
      </summary>
      <ul className={styles['issues']}>
        {page.issues.map((issue) => (
          <li key={`${issue.line ?? ''} ${issue.code} ${issue.message}`} className={styles['issue']}>
            <Badge tone={tones[issue.severity]}>{issue.severity}</Badge>
            <div>
              <p>{issue.message}</p>
              <div className={styles['code']}>
                <IssuePlace issue={issue} job={job} project={project} hosts={hosts} /> · {issue.code}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

const tones = { error: 'bad', warning: 'warn', info: 'info' } as const;

interface IssuePlaceProps extends IssueListProps {
  readonly issue: ExportIssue;
  readonly hosts: readonly KnownHost[];
}

function IssuePlace({ issue, job, project, hosts }: IssuePlaceProps): ReactElement {
  const text = issue.line === null ? issue.path : `${issue.path}:${issue.line}`;
  const folder = project?.docsFolder === undefined || project.docsFolder === '' ? '' : `${project.docsFolder}/`;
  const href =
    project === undefined || job.commit === null
      ? undefined
      : toSourceLink(
          { repository: project.repository, commit: job.commit, path: folder + issue.path, line: issue.line },
          hosts,
        );
  return href === undefined ? (
    <span>{text}</span>
  ) : (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
