export { createBranchHeads, type BranchHeads } from './branch-heads.ts';
export { createBranchProtections } from './branch-protections.ts';
export { changeDraftFile, readDraftBytes, readOpenedBytes } from './change-file.ts';
export { editOf, readBaseText } from './draft-file.ts';
export type { DraftFileName, DraftThreads } from './draft-threads.ts';
export type { DraftDeps, DraftTarget } from './drafts-deps.ts';
export { editDraft, StaleDraftError } from './edit-draft.ts';
export { editPath, registerEditRoute } from './edit-route.ts';
export { createSnapshot } from './create-snapshot.ts';
export { draftBusy, draftFileNotFound, draftFileRefused } from './errors.ts';
export { versionOf, type Bytes } from './file-bytes.ts';
export type { FileEdit, LockedFiles } from './file-edit.ts';
export { selectFile, selectFileTimes, selectMovedFiles } from './file-store.ts';
export { keepDrafts, notifyAuthors, type DraftNotice } from './keep-drafts.ts';
export {
  findTarget,
  isBranchGone,
  openBranch,
  readBaseFile,
  requireCommit,
  requireProject,
  requireRepository,
  type OpenBranch,
} from './open-branch.ts';
export { requireChangeable, requireReadable } from './path-rules.ts';
export { createPreviewFiles } from './preview-files.ts';
export { registerDraftPreviews } from './preview-routes.ts';
export type { MovedBranch } from './publish-draft.ts';
export { registerDraftRoutes, type DraftRouteDeps } from './routes.ts';
export { changeOf } from './show-draft.ts';
export { draftChannel, selectDraft, sumDraftBytes } from './store.ts';
export type { DraftFileRow, DraftTables } from './tables.ts';
