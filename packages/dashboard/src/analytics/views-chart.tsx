import type { Deployment } from '@docwright/sdk';
import { Link } from '@tanstack/react-router';
import { useState, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import { toTitle } from '../deployments/describe-deployment.ts';
import { formatCount, formatNumber } from '../ui/format.ts';
import { Table } from '../ui/layout.tsx';
import styles from './analytics.module.css';
import { groupByBar, type Bars, type BarUnit } from './chart-bars.ts';
import { moveBar, toBarAt, toLabeled, toLongLabel, toShortLabel, toTicks } from './chart-scale.ts';
import { MOST_MARKED } from './queries.ts';

const HEIGHT = 120;
/** Width of a bar including its gap. BAR is the width without the gap. */
const STEP = 10;
const BAR = 7;
const MOST_LABELS = 6;

export interface ViewsChartProps extends Bars {
  readonly projectId: string;
  /** Deployments that became live, or `undefined` if unknown. */
  readonly deployed: { readonly deployments: readonly Deployment[]; readonly isCut: boolean } | undefined;
}

/**
 * Views of each day or hour as bars, people below and agents above, with a mark at each deployment. The pointer, a tap
 * and the arrow keys show a bar's figures; the table below contains all figures.
 */
export function ViewsChart({ projectId, unit, bars, deployed }: ViewsChartProps): ReactElement {
  const byBar = deployed && groupByBar(deployed.deployments, unit);
  const deploymentsOf = (label: string) => byBar?.get(label) ?? [];
  const isMarked = bars.some(({ label }) => deploymentsOf(label).length > 0);
  return (
    <div className={styles['chart']}>
      <Plot {...{ unit, bars, deploymentsOf }} />
      <p className={styles['key']}>
        <span className={styles['keyHuman']}>People</span>
        <span className={styles['keyAi']}>AI agents</span>
        {isMarked && <span className={styles['keyDeployed']}>Deployed</span>}
      </p>
      <Figures {...{ projectId, unit, bars, deploymentsOf }} isCut={deployed?.isCut === true} />
    </div>
  );
}

interface PlotProps extends Bars {
  readonly deploymentsOf: (label: string) => readonly Deployment[];
}

function Plot({ unit, bars, deploymentsOf }: PlotProps): ReactElement {
  const [chosen, setChosen] = useState<number>();
  const ticks = toTicks(Math.max(0, ...bars.map(({ views }) => views.total)));
  const top = ticks.at(-1) ?? 1;
  const at = chosen === undefined ? undefined : Math.min(chosen, bars.length - 1);
  const shown = bars[at ?? bars.length - 1];
  const choose = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(toBarAt((clientX - left) / width, bars.length));
  };
  const move = (event: KeyboardEvent) => {
    const next = moveBar(event.key, at, bars.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
  };
  return (
    <div className={styles['plot']}>
      <ol className={styles['ticks']} aria-hidden="true">
        {ticks.map((tick) => (
          <li key={tick}>{formatNumber(tick)}</li>
        ))}
      </ol>
      <div
        className={styles['bars']}
        role="slider"
        tabIndex={0}
        aria-label={`Views for each ${unit}`}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(at ?? bars.length - 1) + 1}
        aria-valuetext={shown && describeBar(shown, unit, deploymentsOf(shown.label).length).join(', ')}
        onKeyDown={move}
        onFocus={() => setChosen((before) => before ?? bars.length - 1)}
        onBlur={() => setChosen(undefined)}
        onPointerDown={choose}
        onPointerMove={choose}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(undefined)}
      >
        <BarsDrawing {...{ bars, ticks, top, deploymentsOf, at }} />
        {at !== undefined && shown !== undefined && (
          <Figure at={at} count={bars.length} lines={describeBar(shown, unit, deploymentsOf(shown.label).length)} />
        )}
      </div>
      <ol className={styles['axis']} aria-hidden="true">
        {toLabeled(bars.length, MOST_LABELS).map((index) => (
          <li key={index} style={{ left: toPercent(index, bars.length) }}>
            {toShortLabel(bars[index]?.label ?? '', unit)}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Returns the middle of a bar, as a percentage of the chart's width. */
const toPercent = (index: number, count: number): string => `${((index + BAR / STEP / 2) / count) * 100}%`;

function describeBar({ label, views, visitors }: Bars['bars'][number], unit: BarUnit, deployed: number): string[] {
  return [
    toLongLabel(label, unit),
    `${formatCount(views.human, 'view')} by people`,
    `${formatNumber(views.ai)} by AI agents`,
    formatCount(visitors.total, 'visitor'),
    ...(deployed > 0 ? [formatCount(deployed, 'deployment')] : []),
  ];
}

interface FigureProps {
  readonly at: number;
  readonly count: number;
  readonly lines: readonly string[];
}

/** The details of a bar, next to it on the side with more space. */
function Figure({ at, count, lines: [title, ...lines] }: FigureProps): ReactElement {
  const isLeft = at + 0.5 > count / 2;
  const edge = toPercent(at, count);
  return (
    <div
      className={styles['figure']}
      aria-hidden="true"
      style={isLeft ? { right: `calc(100% - ${edge} + 8px)` } : { left: `calc(${edge} + 8px)` }}
    >
      <strong>{title}</strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}

interface BarsDrawingProps extends Pick<PlotProps, 'bars' | 'deploymentsOf'> {
  readonly ticks: readonly number[];
  /** The count at the top of the axis. */
  readonly top: number;
  readonly at: number | undefined;
}

function BarsDrawing({ bars, ticks, top, deploymentsOf, at }: BarsDrawingProps): ReactElement {
  const scale = (count: number): number => (count / top) * HEIGHT;
  return (
    <svg viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {ticks.map((tick) => (
        <line
          key={tick}
          className={styles['grid']}
          x1={0}
          x2={bars.length * STEP}
          y1={HEIGHT - scale(tick)}
          y2={HEIGHT - scale(tick)}
        />
      ))}
      {at !== undefined && (
        <rect className={styles['chosen']} x={at * STEP - (STEP - BAR) / 2} width={STEP} y={0} height={HEIGHT} />
      )}
      {bars.map(({ label, views }, index) => (
        <g key={label}>
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
      columns={[
        unit === 'day' ? 'Day' : 'Hour',
        { number: 'Views' },
        { number: 'By AI agents' },
        { number: 'Visitors' },
        'Deployed',
      ]}
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
    {isCut && <p>{`Only the newest ${MOST_MARKED} deployments are shown.`}</p>}
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
