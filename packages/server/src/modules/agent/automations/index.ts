export { createEndRun, type EndRun } from './end-run.ts';
export { deleteOldEvents } from './events-store.ts';
export { findBudgetOfTurn } from './find-spent-budget.ts';
export {
  defineAutomationQueue,
  noteMovedBranches,
  noteSavedProject,
  watchAutomations,
  workOnAutomations,
} from './job.ts';
export { listContext } from './list-context.ts';
export type { OpenSuggestion, OpenSuggestions } from './open-suggestions.ts';
export { registerEventReceiver } from './receive-event.ts';
export { resealAutomations } from './reseal-automations.ts';
export { registerAutomationRoutes } from './routes.ts';
export { deleteOldRuns } from './runs-store.ts';
export { defaultAutomationSettings } from './settings.ts';
export type { AutomationTables } from './tables.ts';
export type { AutomationTicket } from './tickets.ts';
