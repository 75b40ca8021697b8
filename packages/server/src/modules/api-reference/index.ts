export { registerApiReferenceRoutes } from './routes.ts';
