export { createAgentOfPullRequests } from './ask-agent.ts';
export type { HandleDeps, TellHint } from './handle-event.ts';
export { defineCodeHostEventQueue, workOnCodeHostEvents } from './job.ts';
export type { EventTicket } from './receive-event.ts';
export { resealHooks } from './reseal-hooks.ts';
export { registerCodeHostHookRoutes, registerHookReceiver } from './routes.ts';
export { defaultCodeHostEventSettings } from './settings.ts';
export type { CodeHostEventTables } from './tables.ts';
export { selectProjectsWithEvents } from './store.ts';
