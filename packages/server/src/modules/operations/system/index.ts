export { registerSystemRoutes, type SystemDeps } from './routes.ts';
