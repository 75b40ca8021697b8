import type { AssistantSettingsTables } from './settings-store.ts';
import type { AssistantMessageTables } from './store.ts';

export { deleteOldMessages } from './delete-old-messages.ts';
export { registerAssistantRoutes } from './routes.ts';
export { RunningTurns } from './running-turns.ts';
export type AssistantTables = AssistantMessageTables & AssistantSettingsTables;
