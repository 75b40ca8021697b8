export { groupsNotAllowed, isSiteFailure, siteUnreadable } from './errors.ts';
export { createFindLiveSite, type LiveSite } from './find-live-site.ts';
export { findOwnSite } from './find-own-site.ts';
export { digestAddress } from './limits.ts';
export { LiveKnowledge } from './live-knowledge.ts';
export { registerDiscoveryRoutes } from './routes.ts';
