import type { Queryable } from '../../../platform/database/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import { selectStopping } from './store.ts';
import type { BudgetTables } from './tables.ts';

/** @throws ApiError budget_spent: if the budget of the project or its organization is spent and stops new jobs */
export async function requireBudget(
  db: Queryable<BudgetTables>,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
): Promise<void> {
  const stopping = await selectStopping(db, organizationId, projectId);
  const spent = stopping.find(({ usd, spentUsd }) => spentUsd >= usd);
  if (spent === undefined) return;
  const whose = spent.projectId === null ? 'organization' : 'project';
  throw new ApiError(
    'budget_spent',
    `The budget of the ${whose} for ${spent.month} is spent: ${spent.spentUsd.toFixed(2)} of ${spent.usd.toFixed(2)} USD. New agent jobs can start next month, or when an owner or admin changes the budget in Settings → Usage.`,
  );
}
