import { findSpentBudget, type BudgetTables } from '../../project-config/budgets/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { countRuns, selectRunningRun } from './runs-store.ts';
import { describeSpent } from './find-limit.ts';
import { selectAutomationById } from './store.ts';
import type { AutomationTables } from './tables.ts';

/**
 * Returns a sentence about the budget that stops the running turn of a job: the monthly budget of its automation, or a
 * budget of the project or organization that stops jobs. `undefined` for turns that people started: only their own
 * limits stop them.
 */
export async function findBudgetOfTurn(
  db: Queryable<AutomationTables & BudgetTables>,
  { jobId, turn, turnUsd }: { readonly jobId: string; readonly turn: number; readonly turnUsd: number },
): Promise<string | undefined> {
  const run = await selectRunningRun(db, { id: jobId, turn });
  if (run === undefined) return undefined;
  const { usdPerMonth = null } = (await selectAutomationById(db, run.automation_id))?.limits ?? {};
  if (usdPerMonth !== null) {
    // An active run's cost isn't in its row yet.
    const usd = (await countRuns(db, run.automation_id)).usd + turnUsd;
    if (usd >= usdPerMonth) return describeSpent(usd, usdPerMonth);
  }
  return findSpentBudget(db, { organizationId: run.organization_id, projectId: run.project_id });
}
