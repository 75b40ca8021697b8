export { createBranchHeads, type BranchHeads } from './branch-heads.ts';
export { editPath, registerEditRoute } from './edit-route.ts';
export { createPreviewFiles } from './preview-files.ts';
export { registerDraftPreviews } from './preview-routes.ts';
export type { MovedBranch } from './publish-draft.ts';
export { keepDrafts, notifyAuthors, type DraftNotice } from './keep-drafts.ts';
export { registerDraftRoutes, type DraftRouteDeps } from './routes.ts';
export { sumDraftBytes } from './store.ts';
export type { DraftTables } from './tables.ts';
