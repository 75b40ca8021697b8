export { downloadPath, registerDownloadRoutes } from './routes.ts';
