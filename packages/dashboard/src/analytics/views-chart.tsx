import type { AnalyticsTimeseries } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { Table } from '../ui/layout.tsx';
import styles from './analytics.module.css';

type Days = AnalyticsTimeseries['days'];

const HEIGHT = 120;
/** Width of a day, of which a part is the bar. */
const STEP = 10;
const BAR = 7;

/** Views of each day as bars, people below and agents above; the table under it has the same figures for who can't see them. */
export function ViewsChart({ days }: { readonly days: Days }): ReactElement {
  const most = Math.max(1, ...days.map(({ views }) => views.total));
  const scale = (count: number): number => (count / most) * HEIGHT;
  return (
    <div className={styles['chart']}>
      <svg viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ date, views }, index) => (
          <g key={date}>
            <title>{`${date}: ${views.human} by people, ${views.ai} by AI agents`}</title>
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
        <span>{`Highest bar: ${most.toLocaleString('en')}`}</span>
      </p>
      <details>
        <summary>Figures of each day</summary>
        <Table label="Views and visitors of each day" columns={['Day', 'Views', 'Of them AI', 'Visitors']}>
          {days.toReversed().map(({ date, views, visitors }) => (
            <tr key={date}>
              <td>{date}</td>
              <td data-label="Views">{views.total.toLocaleString('en')}</td>
              <td data-label="Of them AI">{views.ai.toLocaleString('en')}</td>
              <td data-label="Visitors">{visitors.total.toLocaleString('en')}</td>
            </tr>
          ))}
        </Table>
      </details>
    </div>
  );
}
