export { registerHealthRoutes, type HealthDeps } from './routes.ts';
