export { registerUsageRoutes } from './routes.ts';
export type { UsageTables } from './store.ts';
