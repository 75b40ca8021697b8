export { deleteOldJobs } from './delete-old-jobs.ts';
export { agentActor, agentAuthor } from './publish/commit-turn.ts';
export { defineAgentQueue, workOnAgentJobs } from './job.ts';
export {
  defineMergeCheckQueue,
  watchMergeChecks,
  workOnMergeChecks,
  type MergeCheckDeps,
  type MergeCheckTicket,
} from './merges/job.ts';
export { readOverlay, readOverlayImages } from './overlay-store.ts';
export { sumImageBytes } from './image-store.ts';
export { requireAgentJob } from './intake/require-agent-job.ts';
export { createReadDiff, createReadDiffLines } from './publish/read-diff.ts';
export { createRefreshPullRequest, type RefreshPullRequest } from './publish/refresh-pull-request.ts';
export { createFolderShare, type FolderShare, type HeldDocs } from './turn/share-folders.ts';
export { findTemplate } from './publish/find-template.ts';
export { registerAgentJobRoutes, type AgentRouteDeps } from './routes.ts';
export type { OpenModel, RunAgentDeps } from './turn/run-agent-job.ts';
export {
  createDraftJob,
  createExampleJob,
  createJobWithEvidence,
  requireProject,
  type AgentJobDeps,
  type AgentTicket,
} from './intake/create-agent-job.ts';
export { findJobOfPullRequest, findJobOfRepository, notePullRequest } from './publish/pull-request-of-job.ts';
export { mergePullRequest } from './publish/end-pull-request.ts';
export { readShownPullRequest } from './publish/branch-state.ts';
export { extendJobWithEvidence, sendMessage } from './intake/send-message.ts';
export type { AgentJobAnswer } from './intake/create-agent-job.ts';
export { AgentJobFailure, draftTextChanged, permissionLost } from './errors.ts';
export type { AskedDrafts, DraftJob, OpenedDraft } from './turn/asked-drafts.ts';
export type { AgentJobRow, AgentJobTables, Ask, AskOutcome } from './tables.ts';
export { createFetchUrl } from './turn/create-fetch-url.ts';
export {
  agentJobRows,
  hasActiveJob,
  selectAgentJob,
  selectJobOutcomes,
  selectLastEnd,
  selectTurn,
  type JobOutcome,
} from './store.ts';
