export { createLoadDashboard, registerDashboardRoutes, type DashboardDeps, type LoadDashboard } from './routes.ts';
