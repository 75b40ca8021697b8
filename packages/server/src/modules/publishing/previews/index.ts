export { previewFailed, previewLinkInvalid } from './errors.ts';
export { createPreviewCache } from './preview-cache.ts';
export { previewPath, registerPreviewPages, registerPreviewRoutes, type PreviewRouteDeps } from './routes.ts';
export { createPreviewLinks, type PreviewLinks } from './preview-link.ts';
export { rewriteHtml } from './rewrite-html.ts';
export { previewCacheBytes, previewLinkSeconds } from './settings.ts';
export { toUrlPath } from './to-url-path.ts';
