export { checkSearches, type CheckDeps, type OpenBundle } from './check-deployment.ts';
export { registerSearchCheckRoutes } from './routes.ts';
export { deleteOldComparisons, type SearchCheckTables, type StoredComparison } from './store.ts';
