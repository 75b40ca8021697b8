export { createFindLiveSite } from './find-live-site.ts';
export { LiveKnowledge } from './live-knowledge.ts';
export { registerDiscoveryRoutes } from './routes.ts';
