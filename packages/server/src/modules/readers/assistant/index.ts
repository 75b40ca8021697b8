import type { AssistantSettingsTables } from './settings-store.ts';
import type { SpendingTables } from './spending-store.ts';
import type { AssistantMessageTables } from './store.ts';

export { type AnswerDeps } from './answer-question.ts';
export { defaultRetentionDays } from './assistant-settings.ts';
export { deleteOldMessages } from './delete-old-messages.ts';
export { openStoredBytes } from './limits.ts';
export { openSearchBudget } from './open-budget.ts';
export { createPageBackends } from './page-backend.ts';
export { registerAssistantAnalyticsRoutes } from './analytics-routes.ts';
export { readCitingAnswers } from './read-citing-answers.ts';
export { registerAssistantRoutes } from './routes.ts';
export { selectQuestionDays, selectUnansweredQuestions } from './unanswered-store.ts';
export { storeForwardedTurn } from './store-forwarded-turn.ts';
export { RunningTurns } from './running-turns.ts';
export type AssistantTables = AssistantMessageTables & AssistantSettingsTables & SpendingTables;
export { assistantMessageRows, estimateMessageBytes } from './store.ts';
