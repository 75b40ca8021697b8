export { readPageHealth } from './read-page.ts';
export { registerPageHealthRoutes } from './routes.ts';
export { deleteOldPageHealth, selectChangedPages } from './store.ts';
export type { PageHealthTables } from './tables.ts';
export { startWatchingPages } from './watch-pages.ts';
