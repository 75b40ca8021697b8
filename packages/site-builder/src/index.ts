export { buildSite, checkSite } from './build.ts';
export { defaultBuildLimits, defaultBuildSettings } from './build-request.ts';
export type { BuildLimits, BuildProgress, BuildReport, BuildRequest, BuildSettings } from './build-request.ts';
export { createFolderSource } from './folder-source.ts';
export { createMemorySource } from './memory-source.ts';
export type { SiteSource } from './site-source.ts';
export type { Issue, IssueSeverity } from './issue.ts';
export type { OutputFile, SiteFeatures } from './model.ts';
export type { RenderCache } from './render-cache.ts';
