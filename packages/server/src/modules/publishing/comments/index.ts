export { addThread, type CommentWriter } from './add-thread.ts';
export { findQuote, toAnchoredText } from './anchors.ts';
export { notText, textNotFound } from './errors.ts';
export { type CommentNotice } from './comments-deps.ts';
export { createDraftThreads, followDrafts } from './create-draft-threads.ts';
export { keepThreads, threadDays } from './keep-threads.ts';
export { registerCommentRoutes } from './routes.ts';
export { sumCommentBytes } from './store.ts';
export type { CommentTables } from './tables.ts';
