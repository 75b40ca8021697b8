export type { Isolation } from './isolation.ts';
export { createSiteRenderer, type IsolatedRenderer } from './create-site-renderer.ts';
export {
  type LoadFolder,
  type PagePolicy,
  type PageRequest,
  RenderFailure,
  type RenderFailureCode,
  type RenderRequest,
  type SiteCheck,
  type SiteFolder,
  type SiteRenderer,
  WarmBuilderFailed,
} from './site-renderer.ts';
