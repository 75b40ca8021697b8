export { registerOpenPreviewRoute } from './open-preview-route.ts';
export { registerPreviewLinkRoutes } from './routes.ts';
export { startEdge, type EdgeDeps, type EdgeSettings, type RunningEdge } from './start-edge.ts';
