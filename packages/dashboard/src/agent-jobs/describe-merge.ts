import type { AgentJob } from '@docwright/sdk';
import { formatCount, formatDay, formatNumber } from '../ui/format.ts';

type Merge = NonNullable<AgentJob['merge']>;

/** The service counts changed lines this many days after a merge. */
const countedAfterDays = 14;

/** Whether figures are known. They aren't in the first minutes after a merge, or if the commits no longer exist. */
export const isKnown = ({ unchanged, lines }: Merge): boolean => unchanged !== null || lines !== null;

/** Describes whether others changed the job's work before it was merged. */
export function describeBefore({ unchanged, linesChangedBefore: lines }: Merge): string {
  if (unchanged === null) return 'Unknown';
  if (unchanged) return 'Merged unchanged';
  return lines === null || lines === 0 ? 'Changed by others' : `${formatCount(lines, 'line')} changed by others`;
}

/** Describes how many of the merged lines were changed later, or when they will be counted. */
export function describeAfter(
  { lines, linesChangedAfter: changed }: Merge,
  { mergedAt, now }: { readonly mergedAt: string | null; readonly now: number },
): string {
  if (lines === null) return 'Unknown';
  if (changed !== null) return `${formatNumber(changed)} of ${formatCount(lines, 'line')} changed`;
  const countedAt = mergedAt === null ? 0 : Date.parse(mergedAt) + countedAfterDays * 86_400_000;
  return countedAt > now ? `Counted on ${formatDay(new Date(countedAt).toISOString().slice(0, 10))}` : 'Unknown';
}
