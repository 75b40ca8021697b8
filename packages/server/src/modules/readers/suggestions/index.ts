export { createOpenSuggestions } from './open-suggestions.ts';
export { registerSuggestionRoutes } from './routes.ts';
export { deleteOldSuggestions, type SuggestionTables } from './store.ts';
