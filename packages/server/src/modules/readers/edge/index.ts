export type { EdgeTables } from './access-store.ts';
export type { EdgeAccess, StartedSession } from './edge-access.ts';
export { toOutgoingFetch } from './to-outgoing-fetch.ts';
export { registerOpenPreviewRoute } from './open-preview-route.ts';
export { openBlobSource, type OpenedSite } from './open-blob-source.ts';
export { findSiteByDomain } from './find-site-by-domain.ts';
export { registerPreviewLinkRoutes } from './routes.ts';
export { startEdge, type EdgeDeps, type EdgeSettings, type RunningEdge } from './start-edge.ts';
export {
  countAccessTokens,
  deleteAccessTokens,
  deleteExpiredReaderRows,
  type ReaderTables,
} from './reader-rows-store.ts';
