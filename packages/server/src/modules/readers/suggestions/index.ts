export { registerSuggestionRoutes } from './routes.ts';
export { deleteOldSuggestions, type SuggestionTables } from './store.ts';
