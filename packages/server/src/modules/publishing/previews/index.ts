export { createPreviewCache } from './preview-cache.ts';
export { previewPath, registerPreviewPages, registerPreviewRoutes, type PreviewRouteDeps } from './routes.ts';
export { previewCacheBytes } from './settings.ts';
