export { registerManualRoutes } from './routes.ts';
