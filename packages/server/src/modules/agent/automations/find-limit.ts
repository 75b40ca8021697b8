import { maxRunsPerDay } from '@docwright/contract';
import type { Queryable } from '../../../platform/database/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';
import { kinds } from './kinds.ts';
import { countRuns } from './runs-store.ts';
import type { AutomationRow, AutomationTables } from './tables.ts';

/** Returns a sentence about the limit that keeps an automation from starting a run; `undefined` if it can start one. */
export async function findLimit(
  db: Queryable<AutomationTables>,
  { id, kind, limits }: AutomationRow,
  openPullRequests: number,
): Promise<string | undefined> {
  const { failed, others, usd } = await countRuns(db, id);
  const { runsPerDay, usdPerMonth } = limits;
  if (others >= runsPerDay)
    return `The automation had ${countOf(others, 'run')} in the last 24 hours, and ${runsPerDay} ${verb(runsPerDay)} allowed.`;
  // Failed runs don't count toward this limit, but have their own, so that a persistent fault doesn't overload the
  // service.
  const mostFailed = Math.min(runsPerDay, maxRunsPerDay - others);
  if (failed >= mostFailed)
    return `${countOf(failed, 'run')} failed in the last 24 hours. The next one can start 24 hours after the oldest failed run.`;
  if (usdPerMonth !== null && usd >= usdPerMonth) return describeSpent(usd, usdPerMonth);
  if (!kinds[kind].grows && openPullRequests >= limits.openPullRequests) {
    return `${countOf(openPullRequests, 'pull request')} ${verb(openPullRequests)} open, and the limit is ${limits.openPullRequests}. Merge or close one first.`;
  }
  return undefined;
}

export const describeSpent = (usd: number, usdPerMonth: number): string =>
  `The automation has used ${usd.toFixed(2)} of ${usdPerMonth.toFixed(2)} USD this month.`;

const verb = (count: number): string => (count === 1 ? 'is' : 'are');
