export { registerOpenPreviewRoute } from './open-preview-route.ts';
export { openBlobSource, type OpenedSite } from './open-blob-source.ts';
export { findSiteByDomain } from './find-site-by-domain.ts';
export { registerPreviewLinkRoutes } from './routes.ts';
export { startEdge, type EdgeDeps, type EdgeSettings, type RunningEdge } from './start-edge.ts';
