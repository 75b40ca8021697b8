export { createInProcessRenderer } from './in-process-renderer.ts';
export {
  RenderFailure,
  type RenderFailureCode,
  type RenderRequest,
  type SiteCheck,
  type SiteFolder,
  type SiteRenderer,
} from './site-renderer.ts';
