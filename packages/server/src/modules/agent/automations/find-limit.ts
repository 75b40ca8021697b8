import { maxRunsPerDay } from '@docwright/contract';
import type { Queryable } from '../../../platform/database/index.ts';
import { kinds } from './kinds.ts';
import { countRuns } from './runs-store.ts';
import type { AutomationRow, AutomationTables } from './tables.ts';

/** A sentence about the limit that keeps an automation from starting a run, or `undefined` if it can start one. */
export async function findLimit(
  db: Queryable<AutomationTables>,
  { id, kind, limits }: AutomationRow,
  openPullRequests: number,
): Promise<string | undefined> {
  const { failed, others, usd } = await countRuns(db, id);
  const { runsPerDay, usdPerMonth } = limits;
  if (others >= runsPerDay)
    return `The automation had ${others} runs in the last 24 hours, and ${runsPerDay} are allowed.`;
  // Failed runs don't count toward the limit, but a persistent fault must not overload the service.
  const mostFailed = Math.min(runsPerDay, maxRunsPerDay - others);
  if (failed >= mostFailed) return `${failed} runs failed in the last 24 hours. The next one can start tomorrow.`;
  if (usdPerMonth !== null && usd >= usdPerMonth) {
    return `The automation has used ${usd.toFixed(2)} of ${usdPerMonth.toFixed(2)} USD this month.`;
  }
  if (!kinds[kind].grows && openPullRequests >= limits.openPullRequests) {
    const are = openPullRequests === 1 ? 'pull request is' : 'pull requests are';
    return `${openPullRequests} ${are} open, and ${limits.openPullRequests} can be. Merge or close one first.`;
  }
  return undefined;
}
