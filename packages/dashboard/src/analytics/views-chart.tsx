import type { AnalyticsTimeseries, Deployment } from '@docwright/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { toTitle } from '../deployments/describe-deployment.ts';
import { formatCount } from '../ui/format.ts';
import { Table } from '../ui/layout.tsx';
import styles from './analytics.module.css';
import type { DeployedDays } from './deployed-days.ts';
import { MOST_MARKED } from './queries.ts';

type Days = AnalyticsTimeseries['days'];

const HEIGHT = 120;
/** Width of a day, of which a part is the bar. */
const STEP = 10;
const BAR = 7;

export interface ViewsChartProps {
  readonly projectId: string;
  readonly days: Days;
  /** When readers began to get deployments; undefined where it is not known. */
  readonly deployed: { readonly days: DeployedDays; readonly isCut: boolean } | undefined;
}

/** Views of each day as bars, people below and agents above, with a mark where something was deployed; the table under it has the same figures for who can't see them. */
export function ViewsChart({ projectId, days, deployed }: ViewsChartProps): ReactElement {
  const deploymentsOf = (date: string) => deployed?.days.get(date) ?? [];
  const isMarked = days.some(({ date }) => deploymentsOf(date).length > 0);
  const most = Math.max(1, ...days.map(({ views }) => views.total));
  const scale = (count: number): number => (count / most) * HEIGHT;
  return (
    <div className={styles['chart']}>
      <svg viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ date, views }, index) => (
          <g key={date}>
            <title>
              {[
                `${date}: ${views.human} by people, ${views.ai} by AI agents`,
                ...(deploymentsOf(date).length > 0 ? [formatCount(deploymentsOf(date).length, 'deployment')] : []),
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
            {deploymentsOf(date).length > 0 && (
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
        <span>{days[0]?.date}</span>
        <span>{days.at(-1)?.date}</span>
      </p>
      <p className={styles['key']}>
        <span className={styles['keyHuman']}>People</span>
        <span className={styles['keyAi']}>AI agents</span>
        {isMarked && <span className={styles['keyDeployed']}>Deployed</span>}
        <span>{`Highest bar: ${most.toLocaleString('en')}`}</span>
      </p>
      <details>
        <summary>Figures of each day</summary>
        <Table label="Views and visitors of each day" columns={['Day', 'Views', 'Of them AI', 'Visitors', 'Deployed']}>
          {days.toReversed().map(({ date, views, visitors }) => (
            <tr key={date}>
              <td>{date}</td>
              <td data-label="Views">{views.total.toLocaleString('en')}</td>
              <td data-label="Of them AI">{views.ai.toLocaleString('en')}</td>
              <td data-label="Visitors">{visitors.total.toLocaleString('en')}</td>
              <td data-label="Deployed">
                <Deployments projectId={projectId} deployments={deploymentsOf(date)} />
              </td>
            </tr>
          ))}
        </Table>
        {deployed?.isCut === true && <p>{`Only the newest ${String(MOST_MARKED)} deployments are marked.`}</p>}
      </details>
    </div>
  );
}

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
