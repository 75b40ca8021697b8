import type { ExportIssue, Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useCanSeeSystem } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { systemQuery } from '../settings/queries.ts';
import { Badge } from '../ui/badge.tsx';
import { formatCount, formatNumber } from '../ui/format.ts';
import { Panel, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './exports.module.css';
import { groupIssues, listCounts, type PageIssues } from './group-issues.ts';
import { toSourceLink, type KnownHost } from './source-link.ts';

/** Pages that are shown open: as many as fit a few screens. */
const OPEN_PAGES = 8;

export interface IssueListProps {
  readonly issues: readonly ExportIssue[];
  /** Total number of issues; `issues` may have only the first. */
  readonly issueCount: number;
  /** All by code, where that is known. */
  readonly issueCounts?: Readonly<Record<string, number>>;
  /** Commit whose lines the issues name. */
  readonly commit: string | null;
  readonly project: Project | undefined;
  /** What is said where there is no issue. */
  readonly empty: ReactNode;
}

export default function IssueList(props: IssueListProps): ReactElement {
  const { issues, issueCount, issueCounts, commit, project, empty } = props;
  const pages = useMemo(() => groupIssues(issues), [issues]);
  const canSeeSystem = useCanSeeSystem();
  const system = useQuery({ ...systemQuery(useClient()), enabled: canSeeSystem });
  const hosts = useMemo(() => system.data?.codeHosts ?? [], [system.data]);
  if (issueCount === 0) return <>{empty}</>;
  return (
    <Stack>
      {issueCount > issues.length && (
        <Notice title={`The first ${formatNumber(issues.length)} of ${formatCount(issueCount, 'issue')} are shown`}>
          {issueCounts && `All issues by code: ${listCounts(issueCounts)}.`}
        </Notice>
      )}
      <Panel isFlush>
        {pages.map((page, index) => (
          <IssuePage
            key={page.path}
            page={page}
            commit={commit}
            project={project}
            hosts={hosts}
            isOpen={index < OPEN_PAGES}
          />
        ))}
      </Panel>
    </Stack>
  );
}

interface IssuePageProps extends Pick<IssueListProps, 'commit' | 'project'> {
  readonly page: PageIssues;
  readonly hosts: readonly KnownHost[];
  readonly isOpen: boolean;
}

function IssuePage({ page, commit, project, hosts, isOpen }: IssuePageProps): ReactElement {
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
                <IssuePlace issue={issue} commit={commit} project={project} hosts={hosts} /> · {issue.code}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

const tones = { error: 'bad', warning: 'warn', info: 'info' } as const;

interface IssuePlaceProps extends Pick<IssueListProps, 'commit' | 'project'> {
  readonly issue: ExportIssue;
  readonly hosts: readonly KnownHost[];
}

function IssuePlace({ issue, commit, project, hosts }: IssuePlaceProps): ReactElement {
  const text = issue.line === null ? issue.path : `${issue.path}:${issue.line}`;
  const folder = project?.docsFolder === undefined || project.docsFolder === '' ? '' : `${project.docsFolder}/`;
  const href =
    project === undefined || commit === null
      ? undefined
      : toSourceLink({ repository: project.repository, commit, path: folder + issue.path, line: issue.line }, hosts);
  return href === undefined ? (
    <span>{text}</span>
  ) : (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
