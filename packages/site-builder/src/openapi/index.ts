export { defaultDirectory } from './list-pages.ts';
export { createApiCatalog } from './catalog.ts';
export type { ApiCatalog, ApiCatalogOptions, ApiLookupOrigin } from './catalog.ts';
export { renderApiPage } from './render-page.ts';
export { renderMissingOperation } from './render-missing.ts';
export type { ApiPage, ApiPageRequest } from './render-page.ts';
export { defaultApiSettings } from './settings.ts';
export type { ApiSettings, SpecLimits } from './settings.ts';
export { ForwardableCalls, PROXY_PATH } from './forwardable-calls.ts';
export { apiPageFiles } from './api-files.ts';
export type { ApiPageFiles } from './api-files.ts';
export type { PlaygroundData } from './client/playground-data.ts';
export { referenceKey } from './model.ts';
export type {
  ApiGeneratedEntry,
  ApiGeneratedGroup,
  ApiGeneratedPage,
  ApiReference,
  ApiSpec,
  Json,
  JsonObject,
} from './model.ts';
