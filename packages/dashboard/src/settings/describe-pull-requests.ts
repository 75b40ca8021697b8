import type { Usage } from '@docwright/sdk';
import { formatNumber } from '../ui/format.ts';

export type PullRequestFigures = NonNullable<Usage['total']['pullRequests']>;

/** Returns how many pull requests were merged unchanged: `12 of 16`. Counts only those for which this is known. */
export function describeUnchanged({ mergedUnchanged, mergedChanged }: PullRequestFigures): string {
  const known = mergedUnchanged + mergedChanged;
  return known === 0 ? '—' : `${formatNumber(mergedUnchanged)} of ${formatNumber(known)}`;
}

/** Returns the share of merged lines that changed later: `4.2% of 1,240`. Counts only those for which this is known. */
export function describeChanged({ lines, shareChangedAfter: share }: PullRequestFigures): string {
  if (share === null) return '—';
  const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(share);
  return `${percent} of ${formatNumber(lines)}`;
}
