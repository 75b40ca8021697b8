export { registerFirstStepRoutes, registerOverviewRoutes } from './routes.ts';
export { firstStepRows, type OverviewTables } from './store.ts';
