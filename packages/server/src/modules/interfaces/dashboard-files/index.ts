export { registerDashboardRoutes, type DashboardDeps } from './routes.ts';
