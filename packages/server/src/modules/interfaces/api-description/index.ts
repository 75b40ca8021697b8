export { registerApiDescriptionRoutes } from './routes.ts';
