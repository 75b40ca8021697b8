import type { Deployment } from '@docwright/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { toTitle } from '../deployments/describe-deployment.ts';
import { formatCount } from '../ui/format.ts';
import { Table } from '../ui/layout.tsx';
import styles from './analytics.module.css';
import { groupByBar, type Bars } from './chart-bars.ts';
import { MOST_MARKED } from './queries.ts';

const HEIGHT = 120;
/** From one bar to the next, of which a part is the bar. */
const STEP = 10;
const BAR = 7;

export interface ViewsChartProps extends Bars {
  readonly projectId: string;
  /** Deployments that became live, or `undefined` if unknown. */
  readonly deployed: { readonly deployments: readonly Deployment[]; readonly isCut: boolean } | undefined;
}

/** Views of each day or hour as bars, people below and agents above, with a mark where something was deployed; the table under it has the same figures for who can't see them. */
export function ViewsChart({ projectId, unit, bars, deployed }: ViewsChartProps): ReactElement {
  const byBar = deployed && groupByBar(deployed.deployments, unit);
  const deploymentsOf = (label: string) => byBar?.get(label) ?? [];
  const isMarked = bars.some(({ label }) => deploymentsOf(label).length > 0);
  const most = Math.max(1, ...bars.map(({ views }) => views.total));
  const scale = (count: number): number => (count / most) * HEIGHT;
  return (
    <div className={styles['chart']}>
      <svg viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ label, views }, index) => (
          <g key={label}>
            <title>
              {[
                `${label}: ${views.human} by people, ${views.ai} by AI agents`,
                ...(deploymentsOf(label).length > 0 ? [formatCount(deploymentsOf(label).length, 'deployment')] : []),
              ].join(', ')}
            </title>
            <rect
              className={styles['human']}
              x={index * STEP}
              width={BAR}
              y={HEIGHT - scale(views.human)}
              height={scale(views.human)}
            />
            <rect
              className={styles['ai']}
              x={index * STEP}
              width={BAR}
              y={HEIGHT - scale(views.total)}
              height={scale(views.ai)}
            />
            {deploymentsOf(label).length > 0 && (
              <line
                className={styles['deployed']}
                x1={index * STEP + BAR / 2}
                x2={index * STEP + BAR / 2}
                y1={0}
                y2={HEIGHT}
              />
            )}
          </g>
        ))}
      </svg>
      <p className={styles['axis']}>
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <p className={styles['key']}>
        <span className={styles['keyHuman']}>People</span>
        <span className={styles['keyAi']}>AI agents</span>
        {isMarked && <span className={styles['keyDeployed']}>Deployed</span>}
        <span>{`Highest bar: ${most.toLocaleString('en')}`}</span>
      </p>
      <Figures {...{ projectId, unit, bars, deploymentsOf }} isCut={deployed?.isCut === true} />
    </div>
  );
}

interface FiguresProps extends Bars {
  readonly projectId: string;
  readonly deploymentsOf: (label: string) => readonly Deployment[];
  readonly isCut: boolean;
}

const Figures = ({ projectId, unit, bars, deploymentsOf, isCut }: FiguresProps): ReactElement => (
  <details>
    <summary>{`Figures for each ${unit}`}</summary>
    <Table
      label={`Views and visitors for each ${unit}`}
      columns={[unit === 'day' ? 'Day' : 'Hour', 'Views', 'By AI agents', 'Visitors', 'Deployed']}
    >
      {bars.toReversed().map(({ label, views, visitors }) => (
        <tr key={label}>
          <td>{label}</td>
          <td data-label="Views">{views.total.toLocaleString('en')}</td>
          <td data-label="By AI agents">{views.ai.toLocaleString('en')}</td>
          <td data-label="Visitors">{visitors.total.toLocaleString('en')}</td>
          <td data-label="Deployed">
            <Deployments projectId={projectId} deployments={deploymentsOf(label)} />
          </td>
        </tr>
      ))}
    </Table>
    {isCut && <p>{`Only the newest ${String(MOST_MARKED)} deployments are shown.`}</p>}
  </details>
);

interface DeploymentsProps {
  readonly projectId: string;
  readonly deployments: readonly Deployment[];
}

const Deployments = ({ projectId, deployments }: DeploymentsProps): ReactElement => (
  <>
    {deployments.length === 0 && 'none'}
    {deployments.map((deployment) => (
      <Link
        key={deployment.deploymentId}
        className={styles['deployment'] ?? ''}
        to="/projects/$projectId/deployments/$deploymentId"
        params={{ projectId, deploymentId: deployment.deploymentId }}
      >
        {toTitle(deployment).split('\n')[0]}
      </Link>
    ))}
  </>
);
