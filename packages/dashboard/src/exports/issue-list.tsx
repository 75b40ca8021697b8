import type { ExportIssue, Project } from '@docwright/sdk';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useCan } from '../accounts/me.ts';
import { Badge } from '../ui/badge.tsx';
import { formatCount, formatNumber } from '../ui/format.ts';
import { Panel, Row, Stack } from '../ui/layout.tsx';
import { AnchorButton, LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { describeRule } from './describe-rule.ts';
import styles from './exports.module.css';
import { inRepository, toFixPrompt } from './fix-prompt.ts';
import { groupIssues, listCounts, type PageIssues } from './group-issues.ts';
import { toSourceLink, type KnownHost } from './source-link.ts';
import { useKnownHosts } from './use-known-hosts.ts';

/** Number of expanded pages, which fit on a few screens. */
const OPEN_PAGES = 8;

export interface IssueListProps {
  readonly issues: readonly ExportIssue[];
  /** Total number of issues; `issues` can contain only the first. */
  readonly issueCount: number;
  /** The total per code, if known. */
  readonly issueCounts?: Readonly<Record<string, number>>;
  /** Commit to which the issues' lines refer. */
  readonly commit: string | null;
  readonly project: Project | undefined;
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
}

export default function IssueList(props: IssueListProps): ReactElement {
  const { issues, issueCount, issueCounts, commit, project, empty } = props;
  const pages = useMemo(() => groupIssues(issues), [issues]);
  const hosts = useKnownHosts();
  if (issueCount === 0) return <>{empty}</>;
  return (
    <Stack>
      {issueCount > issues.length && (
        <Notice title={`The first ${formatNumber(issues.length)} of ${formatCount(issueCount, 'issue')} are shown`}>
          {issueCounts && `All issues by rule: ${listCounts(issueCounts)}.`}
        </Notice>
      )}
      {pages.length > 1 && (
        <Row>
          <FixButton project={project} issues={issues} label="Fix all with the agent" />
        </Row>
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
  const { path } = page;
  const linkTo = (line: number | null): string | undefined =>
    project === undefined || commit === null
      ? undefined
      : toSourceLink(
          { repository: project.repository, commit, path: inRepository(project.docsFolder, path), line },
          hosts,
        );
  return (
    <details className={styles['page']} open={isOpen}>
      <summary>
        <span className={styles['path']}>{path}</span>
        {page.errors > 0 && <Badge tone="bad">{formatCount(page.errors, 'error')}</Badge>}
        {page.warnings > 0 && <Badge tone="warn">{formatCount(page.warnings, 'warning')}</Badge>}
      </summary>
      <ul className={styles['issues']}>
        {page.issues.map((issue) => (
          <li key={`${issue.line ?? ''} ${issue.code} ${issue.message}`} className={styles['issue']}>
            <Badge tone={tones[issue.severity]}>{issue.severity}</Badge>
            <div>
              <p>{issue.message}</p>
              <div className={styles['place']}>
                {issue.line !== null && <LineLink href={linkTo(issue.line)} path={path} line={issue.line} />}
                <Rule code={issue.code} />
              </div>
            </div>
          </li>
        ))}
      </ul>
      <div className={styles['pageActions']}>
        <FixButton project={project} issues={page.issues} label="Fix with the agent" of={path} />
        <FileLink href={linkTo(null)} path={path} />
      </div>
    </details>
  );
}

const tones = { error: 'bad', warning: 'warn', info: 'info' } as const;

interface LinkProps {
  readonly href: string | undefined;
  readonly path: string;
}

function LineLink({ href, path, line }: LinkProps & { readonly line: number }): ReactElement {
  const text = `Line ${line}`;
  return href === undefined ? (
    <span>{text}</span>
  ) : (
    <a href={href} target="_blank" rel="noreferrer" aria-label={`${text} of ${path}`}>
      {text}
    </a>
  );
}

const FileLink = ({ href, path }: LinkProps): ReactElement | null =>
  href === undefined ? null : (
    <AnchorButton
      href={href}
      target="_blank"
      rel="noreferrer"
      isSmall
      kind="quiet"
      icon="external"
      aria-label={`Open the file ${path}`}
    >
      Open the file
    </AnchorButton>
  );

/** A rule's name; its description is shown on demand. */
function Rule({ code }: { readonly code: string }): ReactElement {
  const { name, cause } = describeRule(code);
  if (cause === undefined) return <span>{name}</span>;
  return (
    <details className={styles['rule']}>
      <summary>{name}</summary>
      {cause} <code>{code}</code>
    </details>
  );
}

interface FixButtonProps extends Pick<IssueListProps, 'project' | 'issues'> {
  readonly label: string;
  /** The issues' page, if all are on the same page. */
  readonly of?: string;
}

/** Opens the form for a new job with a prompt that the user can edit before starting the job. */
function FixButton({ project, issues, label, of }: FixButtonProps): ReactElement | null {
  const canStart = useCan('agent-jobs:write');
  if (project === undefined || !canStart) return null;
  const { id, docsFolder, model } = project;
  const prompt = toFixPrompt({ issues, docsFolder, model });
  if (prompt === undefined) return null;
  return (
    <LinkButton
      to="/jobs/new"
      search={{ project: id }}
      state={{ prompt }}
      isSmall
      icon="spark"
      aria-label={of === undefined ? undefined : `${label}: ${of}`}
    >
      {label}
    </LinkButton>
  );
}
