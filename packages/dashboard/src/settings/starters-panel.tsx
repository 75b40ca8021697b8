import type { Usage } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { formatNumber, formatUsd } from '../ui/format.ts';
import { Panel, Table } from '../ui/layout.tsx';
import { nameMonth } from './months.ts';
import { PullRequestCells, starterColumns } from './pull-requests-panel.tsx';
import styles from './settings.module.css';

type Starter = NonNullable<Usage['starters']>[number];

/** A month's agent jobs and their cost, by the person who started them. */
export function StartersPanel({ usage }: { readonly usage: Usage }): ReactElement | null {
  const { starters, month } = usage;
  if (starters === null || starters.length === 0) return null;
  const title = `Agent jobs in ${nameMonth(month)} by who started them`;
  return (
    <Panel
      title={title}
      text="Follow-ups are counted for the person who started the job. Former members are also listed."
      isFlush
    >
      <Table
        label={title}
        columns={['Started by', ...[...columns, ...starterColumns].map(([label]) => ({ number: label }))]}
      >
        {starters.map((starter) => (
          <tr key={`${starter.kind} ${starter.id ?? ''}`}>
            <td>
              <StarterName starter={starter} />
            </td>
            {columns.map(([label, figure, format]) => {
              const number = starter[figure];
              return (
                <td key={figure} data-label={label}>
                  {number === null ? '—' : format(number)}
                </td>
              );
            })}
            <PullRequestCells figures={starter.pullRequests} columns={starterColumns} />
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

/** Whether an ID is that of an automation. Docwright itself has no ID, or a different kind of ID. */
const isAutomation = (id: string | null): boolean => id?.startsWith('auto_') === true;

function StarterName({ starter: { kind, id, name } }: { readonly starter: Starter }): ReactElement {
  switch (kind) {
    case 'user':
      return <span className={styles['name']}>{name ?? id}</span>;
    case 'api_key':
      return (
        <>
          <span className={styles['name']}>{name ?? id}</span> <span className={styles['soft']}>API key</span>
        </>
      );
    case 'system':
      return (
        <>
          <span className={styles['name']}>{isAutomation(id) ? name : 'Docwright'}</span>{' '}
          <span className={styles['soft']}>{isAutomation(id) ? 'automation' : 'automatic'}</span>
        </>
      );
  }
}

type Figure = 'agentJobs' | 'inputTokens' | 'outputTokens' | 'agentJobsUsd';

const columns: readonly (readonly [label: string, figure: Figure, format: (number: number) => string])[] = [
  ['Agent jobs', 'agentJobs', formatNumber],
  ['Tokens in', 'inputTokens', formatNumber],
  ['Tokens out', 'outputTokens', formatNumber],
  ['Cost', 'agentJobsUsd', formatUsd],
];
