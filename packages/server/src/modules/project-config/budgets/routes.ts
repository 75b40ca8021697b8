import { operations } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import { deleteBudget, listBudgets, setBudget } from './change-budget.ts';
import type { BudgetTables } from './tables.ts';

export function registerBudgetRoutes(
  routes: OperationRoutes,
  { database }: { readonly database: Database<BudgetTables> },
): void {
  routes.handle(operations.listBudgets, async ({ principal }) => ({
    budgets: await listBudgets(database.kysely, principal),
  }));
  routes.handle(operations.setBudget, ({ principal, body }) => setBudget(database, principal, body));
  routes.handle(operations.deleteBudget, ({ principal, query }) =>
    deleteBudget(database, principal, query.projectId ?? null),
  );
}
