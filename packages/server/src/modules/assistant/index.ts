export { deleteOldMessages } from './delete-old-messages.ts';
export { registerAssistantRoutes } from './routes.ts';
export { RunningTurns } from './running-turns.ts';
export type { AssistantTables } from './store.ts';
