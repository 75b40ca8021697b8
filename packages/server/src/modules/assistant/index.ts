export { registerAssistantRoutes } from './routes.ts';
export { RunningTurns } from './running-turns.ts';
