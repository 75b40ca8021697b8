export { CountedLimits } from './counted-limits.ts';
export { LeasedLimits, type LeasedLimit } from './leased-limits.ts';
export { RememberedRefusals } from './remembered-refusals.ts';
export { deleteOldUses, type RateLimitTables } from './store.ts';
export { withinWaitingLimit } from './within-waiting-limit.ts';
export {
  agentJobLimit,
  agentMessageLimit,
  commentLimit,
  deploymentLimit,
  domainCheckLimit,
  domainExportLimit,
  forkPreviewLimit,
  forkPreviewsOfOneLimit,
  previewLimit,
  projectExportLimit,
  takeUse,
  type RateLimit,
  type RateLimitHeaders,
} from './take-use.ts';
