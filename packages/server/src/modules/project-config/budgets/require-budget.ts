import type { Queryable } from '../../../platform/database/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import { selectStopping } from './store.ts';
import type { BudgetTables } from './tables.ts';

interface BudgetScope {
  readonly organizationId: string;
  readonly projectId: string;
}

/**
 * Finds the reason why no agent job can start: the budget of the project or its organization is spent and stops new
 * jobs.
 */
export async function findSpentBudget(
  db: Queryable<BudgetTables>,
  { organizationId, projectId }: BudgetScope,
): Promise<string | undefined> {
  const stopping = await selectStopping(db, organizationId, projectId);
  const spent = stopping.find(({ usd, spentUsd }) => spentUsd >= usd);
  if (spent === undefined) return undefined;
  const whose = spent.projectId === null ? 'organization' : 'project';
  return `The budget of the ${whose} for ${spent.month} is spent: ${spent.spentUsd.toFixed(2)} of ${spent.usd.toFixed(2)} USD. New agent jobs can start next month, or when an owner or admin changes the budget in Settings → Usage.`;
}

/** @throws ApiError budget_spent: if the budget of the project or its organization is spent and stops new jobs */
export async function requireBudget(db: Queryable<BudgetTables>, scope: BudgetScope): Promise<void> {
  const spent = await findSpentBudget(db, scope);
  if (spent !== undefined) throw new ApiError('budget_spent', spent);
}
