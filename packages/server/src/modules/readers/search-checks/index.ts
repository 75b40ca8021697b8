export { checkSearches, type CheckDeps } from './check-deployment.ts';
export { registerSearchCheckRoutes } from './routes.ts';
export { deleteOldComparisons, type SearchCheckTables } from './store.ts';
