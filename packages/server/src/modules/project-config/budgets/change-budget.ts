import type { Budget, SetBudgetBody } from '@docwright/contract';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { ApiError, mayUseProject, type Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { findProject, projectNotFound } from '../projects/index.ts';
import { deleteBudgetRow, selectAlerts, selectBudgets, upsertBudget, type BudgetRow } from './store.ts';
import type { BudgetTables } from './tables.ts';

const defaultThresholds = [50, 80, 100];

/**
 * Lists the budgets that the caller can access. The organization's budget contains information about all of its
 * projects, so a key that is bound to some of them can't access it.
 */
export async function listBudgets(db: Queryable<BudgetTables>, principal: Principal): Promise<Budget[]> {
  const { organizationId, projectIds } = principal;
  const [rows, alerts] = await Promise.all([selectBudgets(db, organizationId), selectAlerts(db, organizationId)]);
  return rows
    .filter(({ projectId }) => (projectId === null ? projectIds === null : mayUseProject(principal, projectId)))
    .map((row) => toBudget(row, alerts));
}

/** @throws {ApiError} not_found */
export async function setBudget(
  { kysely }: Database<BudgetTables>,
  principal: Principal,
  { projectId = null, usd, thresholds = defaultThresholds, stopJobs = false }: SetBudgetBody,
): Promise<Budget> {
  const { organizationId } = principal;
  const to = { usd, thresholds: [...new Set(thresholds)].sort((one, other) => one - other), stopJobs };
  await kysely.transaction().execute(async (tx) => {
    if (projectId !== null && (await findProject(tx, organizationId, projectId)) === undefined)
      throw projectNotFound(projectId);
    await upsertBudget(tx, { organizationId, projectId }, to);
    const target = { kind: 'budget', id: projectId ?? organizationId };
    await recordAuditEvent(tx, principal, { action: 'budget.set', target, details: to });
  });
  const budgets = await listBudgets(kysely, principal);
  const budget = budgets.find((one) => one.projectId === projectId);
  if (budget === undefined) throw budgetNotFound(projectId);
  return budget;
}

/** @throws {ApiError} not_found */
export async function deleteBudget(
  { kysely }: Database<BudgetTables>,
  principal: Principal,
  projectId: string | null,
): Promise<void> {
  const { organizationId } = principal;
  await kysely.transaction().execute(async (tx) => {
    if (!(await deleteBudgetRow(tx, { organizationId, projectId }))) throw budgetNotFound(projectId);
    const target = { kind: 'budget', id: projectId ?? organizationId };
    await recordAuditEvent(tx, principal, { action: 'budget.deleted', target });
  });
}

const budgetNotFound = (projectId: string | null): ApiError =>
  new ApiError(
    'not_found',
    projectId === null ? 'The organization has no budget.' : `The project "${projectId}" has no budget.`,
  );

const toBudget = (
  { projectId, usd, thresholds, stopJobs, month, spentUsd, unpricedAnswers, scope }: BudgetRow,
  alerts: Awaited<ReturnType<typeof selectAlerts>>,
): Budget => ({
  projectId,
  usd,
  thresholds: [...thresholds],
  stopJobs,
  month,
  spentUsd,
  unpricedAnswers,
  alerts: alerts
    .filter((alert) => alert.scope === scope)
    .map(({ threshold, spent_usd: spentUsd, budget_usd: budgetUsd, at }) => ({
      threshold,
      spentUsd,
      budgetUsd,
      at: at.toISOString(),
    })),
});
