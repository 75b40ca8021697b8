export { registerFirstStepRoutes, registerOverviewRoutes } from './routes.ts';
export type { OverviewTables } from './store.ts';
