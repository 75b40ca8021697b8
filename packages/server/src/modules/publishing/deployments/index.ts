export { holdDeployment, selectFirstActivations } from './activation-store.ts';
export { requireDeploymentOf, requirePreview, requireProjectOf } from './change-deployment.ts';
export { endDeploymentIn, type ChangedEnvironment, type EndDeps } from './end-deployment.ts';
export { endPreview } from './end-preview.ts';
export { deployFork, toForkBranch } from './deploy-fork.ts';
export { ensureSite, requireLiveKind } from './ensure-site.ts';
export { redeployProduction, followProject } from './follow-project.ts';
export { toPushSource } from './hint-sources.ts';
export { defineDeploymentQueue, workOnDeployments } from './job.ts';
export type { DeploymentTicket, EnqueueDeps } from './request-deployment.ts';
export { toPollWaits, type PollWaits } from './poll-waits.ts';
export { startCheckingSpecs } from './watch-specs.ts';
export {
  pollPullRequestsLater,
  pollPullRequestsSoon,
  savePullRequestPoll,
  takePullRequestPolls,
  slowPullRequestPolls,
  type DuePoll,
} from './pull-request-poll-store.ts';
export { registerDeploymentRoutes } from './routes.ts';
export type { RunDeploymentDeps } from './run-deployment.ts';
export {
  defineBranchQueue,
  listLiveProjects,
  checkHead,
  startReconciling,
  workOnBranchHints,
  type BranchHint,
  type WatchDeps,
} from './watch-heads.ts';
export { generatePassword } from './generate-password.ts';
export { findPreviewPasswords } from './preview-password-store.ts';
export { deleteIdlePreviews, deleteOldDeployments, lockEnvironments } from './retention-store.ts';
export {
  selectChanges,
  selectFormer,
  selectServedSite,
  type HostNameTarget,
  type FormerDeployment,
  type FoundSite,
  type SiteChange,
} from './served-site-store.ts';
export { toDomainUrl, toReachedUrl, toSiteUrl, type SitesAddress } from './site-address.ts';
export { selectSiteNames, type SiteNames } from './site-names-store.ts';
export {
  deleteOldChanges,
  holdProject,
  lockSite,
  selectPreviewByLabel,
  notifySite,
  listForkPreviews,
  unpublishSites,
  updateOpened,
  findEnvironment,
  findEnvironmentById,
  findSite,
  setAccessMode,
  setDefaultSite,
  setPrimaryDomain,
  siteChannel,
} from './site-store.ts';
export { findDeployment, selectReported, listUnbuiltForks } from './store.ts';
export type { DeploymentRow, DeploymentTables, EnvironmentRow, SiteRow, SiteTakedown } from './tables.ts';
