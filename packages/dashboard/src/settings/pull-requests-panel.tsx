import type { Usage } from '@docwright/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { formatNumber, formatUsd } from '../ui/format.ts';
import { Panel, Table } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { describeChanged, describeUnchanged, type PullRequestFigures } from './describe-pull-requests.ts';
import { nameMonth } from './months.ts';
import styles from './settings.module.css';

interface PullRequestsPanelProps {
  readonly usage: Usage;
  readonly nameProject: (projectId: string) => string;
}

/** The pull requests of a month's agent jobs, and how much of their content was changed later. */
export function PullRequestsPanel({ usage, nameProject }: PullRequestsPanelProps): ReactElement | null {
  const { month, total, projects } = usage;
  if (total.pullRequests === null || (total.agentJobs ?? 0) === 0) return null;
  const title = `Pull requests of jobs from ${nameMonth(month)}`;
  return (
    <Panel
      title={title}
      text="A pull request belongs to the month in which its job was started. Changed lines are counted 14 days after a merge, so these figures can still change."
      isFlush
    >
      {total.pullRequests.opened === 0 ? (
        <EmptyState icon="branch" title="No pull requests yet">
          Pull requests that these jobs open are counted here, with the changes that people made to them.
        </EmptyState>
      ) : (
        <Table label={title} columns={['Project', ...pullRequestColumns.map(([label]) => ({ number: label }))]}>
          {projects.map(({ projectId, pullRequests }) =>
            pullRequests === null || pullRequests.opened === 0 ? null : (
              <tr key={projectId}>
                <td>
                  <Link to="/projects/$projectId" params={{ projectId }}>
                    {nameProject(projectId)}
                  </Link>
                </td>
                <PullRequestCells figures={pullRequests} columns={pullRequestColumns} />
              </tr>
            ),
          )}
          <tr>
            <td className={styles['name']}>All projects</td>
            <PullRequestCells figures={total.pullRequests} columns={pullRequestColumns} />
          </tr>
        </Table>
      )}
    </Panel>
  );
}

type PullRequestColumn = readonly [label: string, describe: (figures: PullRequestFigures) => string];

const merged: PullRequestColumn = ['Merged', (figures) => formatNumber(figures.merged)];
const unchanged: PullRequestColumn = ['Merged unchanged', describeUnchanged];
const cost: PullRequestColumn = ['Cost per merge', ({ costPerMergeUsd: usd }) => (usd === null ? '—' : formatUsd(usd))];

const pullRequestColumns: readonly PullRequestColumn[] = [
  ['Opened', (figures) => formatNumber(figures.opened)],
  merged,
  ['Closed', (figures) => formatNumber(figures.closed)],
  unchanged,
  ['Lines changed later', describeChanged],
  cost,
];

/** The columns of pull requests in the table of callers who started jobs. */
export const starterColumns: readonly PullRequestColumn[] = [merged, unchanged, cost];

export function PullRequestCells({
  figures,
  columns,
}: {
  readonly figures: PullRequestFigures | null;
  readonly columns: readonly PullRequestColumn[];
}): ReactElement {
  return (
    <>
      {columns.map(([label, describe]) => (
        <td key={label} data-label={label}>
          {figures === null ? '—' : describe(figures)}
        </td>
      ))}
    </>
  );
}
