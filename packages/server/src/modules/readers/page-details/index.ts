export { registerPageDetailRoutes } from './routes.ts';
