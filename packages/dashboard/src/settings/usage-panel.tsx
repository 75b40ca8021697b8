import type { Usage } from '@docwright/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { projectsQuery } from '../project-data/queries.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber, formatUsd } from '../ui/format.ts';
import { Panel, Row, Stack, Table } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { BudgetsPanel } from './budgets-panel.tsx';
import { usageQuery } from './queries.ts';
import styles from './settings.module.css';
import { moveMonth, nameMonth, toMonth } from './months.ts';
import { PullRequestsPanel } from './pull-requests-panel.tsx';
import { StartersPanel } from './starters-panel.tsx';
import { StoragePanel } from './storage-panel.tsx';

type Figures = Usage['total'];
type FigureName = Exclude<keyof Figures, 'pullRequests'>;

/** A month's costs, by project and by the person who started the agent jobs. */
export function UsagePanel(): ReactElement {
  const client = useClient();
  const canReadBudgets = useCan('organization:read');
  const current = toMonth(new Date());
  const [month, setMonth] = useState(current);
  const usage = useQuery({ ...usageQuery(client, month), placeholderData: keepPreviousData });
  const projects = useQuery(projectsQuery(client));
  const nameProject = (projectId: string) => projects.data?.find(({ id }) => id === projectId)?.name ?? projectId;
  return (
    <Stack>
      {canReadBudgets && <BudgetsPanel nameProject={nameProject} projects={projects.data ?? []} />}
      <Panel
        title={`Usage in ${nameMonth(month)}`}
        text="Agent jobs, exports, deployments and readers’ questions in this calendar month (UTC), and their cost. Deleted items aren’t counted."
        isFlush
        actions={
          <Row>
            <Button isSmall onClick={() => setMonth(moveMonth(month, -1))}>
              Previous month
            </Button>
            <Button isSmall disabled={month >= current} onClick={() => setMonth(moveMonth(month, 1))}>
              Next month
            </Button>
          </Row>
        }
      >
        <Loaded query={usage} lines={4}>
          {(found) => <UsageTable usage={found} nameProject={nameProject} />}
        </Loaded>
      </Panel>
      {usage.data !== undefined && <PullRequestsPanel usage={usage.data} nameProject={nameProject} />}
      {usage.data !== undefined && usage.data.storage !== null && <StoragePanel storage={usage.data.storage} />}
      {usage.data !== undefined && <StartersPanel usage={usage.data} />}
    </Stack>
  );
}

interface UsageTableProps {
  readonly usage: Usage;
  readonly nameProject: (projectId: string) => string;
}

function UsageTable({ usage, nameProject }: UsageTableProps): ReactElement {
  const { projects, total, known, complete, month } = usage;
  if (projects.length === 0)
    return (
      <EmptyState icon="chart" title={`Nothing was started in ${nameMonth(month)}`}>
        Agent jobs, exports, deployments and readers’ questions are counted here.
      </EmptyState>
    );
  return (
    <>
      <Table
        label={`Usage in ${nameMonth(month)}`}
        columns={['Project', ...figureColumns.map(([label]) => ({ number: label }))]}
      >
        {projects.map(({ projectId, ...figures }) => (
          <tr key={projectId}>
            <td>
              <Link to="/projects/$projectId" params={{ projectId }}>
                {nameProject(projectId)}
              </Link>
            </td>
            <Cells figures={figures} />
          </tr>
        ))}
        <tr>
          <td className={styles['name']}>All projects</td>
          <Cells figures={total} />
        </tr>
      </Table>
      {!known && (
        <p className={styles['note']}>
          The cost of some jobs is unknown: their model has no price in the project’s settings, or its provider reported
          no usage. The real cost is higher.
        </p>
      )}
      {!complete && <p className={styles['note']}>Only the newest 100,000 are counted.</p>}
    </>
  );
}

const figureColumns: readonly (readonly [label: string, figure: FigureName, format: (number: number) => string])[] = [
  ['Agent jobs', 'agentJobs', formatNumber],
  ['Tokens in', 'inputTokens', formatNumber],
  ['Tokens out', 'outputTokens', formatNumber],
  ['Cost of jobs', 'agentJobsUsd', formatUsd],
  ['Cost of the assistant', 'assistantUsd', formatUsd],
  ['Exports', 'exports', formatNumber],
  ['Deployments', 'deployments', formatNumber],
];

/** Figures that the user isn't allowed to read are left out. */
function Cells({ figures }: { readonly figures: Figures }): ReactElement {
  return (
    <>
      {figureColumns.map(([label, figure, format]) => {
        const number = figures[figure];
        // Tokens were used, but their price isn't known.
        const isUnknown = figure === 'agentJobsUsd' && number === 0 && (figures.inputTokens ?? 0) > 0;
        return (
          <td key={figure} data-label={label}>
            {number === null ? '—' : isUnknown ? 'Unknown' : format(number)}
          </td>
        );
      })}
    </>
  );
}
