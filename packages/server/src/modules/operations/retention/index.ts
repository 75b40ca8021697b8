export { findPrunable, type Pruned } from './find-prunable.ts';
export { defineDeletionQueue, enqueueDeletion, resumeDeletions, workOnDeletions, type DeletionTicket } from './job.ts';
export type { PurgeDeps } from './purge.ts';
export { listRetentionRules, mirrorRule, type UpkeepSettings } from './rules.ts';
export { endAccess } from './end-access.ts';
