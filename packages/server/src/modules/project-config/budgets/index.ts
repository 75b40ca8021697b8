export { addToLedger, type LedgerEntry } from './ledger-store.ts';
export { raiseAlerts, type AlertDeps } from './raise-alerts.ts';
export { findSpentBudget, requireBudget } from './require-budget.ts';
export { registerBudgetRoutes } from './routes.ts';
export { deleteOldBudgetRows } from './store.ts';
export type { BudgetTables } from './tables.ts';
