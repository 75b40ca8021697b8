import type { AnalyticsTimeseries, Deployment } from '@docwright/sdk';

/** The unit of a chart's bar, in UTC. */
export type BarUnit = 'day' | 'hour';

type Counted = AnalyticsTimeseries['days'][number];

export interface Bars {
  readonly unit: BarUnit;
  /** In order. The label is the bar's time, formatted by `toBarLabel`. */
  readonly bars: readonly (Pick<Counted, 'views' | 'visitors'> & { readonly label: string })[];
}

/** Formats a time as a label: `2026-01-31`, or `2026-01-31 14:00`. */
export function toBarLabel(time: string, unit: BarUnit): string {
  const utc = new Date(time).toISOString();
  return unit === 'day' ? utc.slice(0, 10) : `${utc.slice(0, 10)} ${utc.slice(11, 13)}:00`;
}

export const toDayBars = (days: readonly Counted[]): Bars['bars'] =>
  days.map(({ date, ...counts }) => ({ label: date, ...counts }));

/** Groups deployments by the label of the bar in which they went live. */
export function groupByBar(
  deployments: readonly Deployment[],
  unit: BarUnit,
): ReadonlyMap<string, readonly Deployment[]> {
  const live = deployments.filter(({ activatedAt }) => activatedAt !== null);
  return Map.groupBy(live, ({ activatedAt }) => toBarLabel(activatedAt ?? '', unit));
}
