export type {
  CallOptions,
  Commit,
  CommitFolder,
  CommitRange,
  CommitResult,
  FetchedRepository,
  FetchRequest,
  FileChange,
  FileCommit,
  FileListing,
  GitPerson,
  LoggedCommit,
  Mirror,
  MirrorBounds,
  MirrorStore,
  OverlayChange,
  OverlayCommit,
  Patch,
  PushRequest,
  PushResult,
  RemoteRepository,
  ShallowLimits,
  SkippedEntry,
  TreeFile,
  UnusedMirror,
} from './mirror.ts';
export { GitError, isGitError, type GitErrorCode } from './errors.ts';
export { resolveGitSettings, type GitSettings } from './settings.ts';
export { createMirrorStore, type MirrorStoreOptions } from './mirror-store.ts';
export { readRef } from './read-ref.ts';
export { requireGit } from './require-git.ts';
export { createGit, type Git } from './run-git.ts';
export type { GitCommand, GitOutput, GitProcess } from './start-git.ts';
export { branchNameRule, isBranchName, requireBranchName } from './names.ts';
export type { ResolveHost } from './resolve-host.ts';
export { cloneRepository, type CloneRequest } from './clone-repository.ts';
export { commitOverlay } from './commit-overlay.ts';
export { listChanges, readPatch } from './diff-commits.ts';
export { initBare } from './fetch-branches.ts';
export { requireSuccess, toGitError } from './classify-failure.ts';
export {
  findReferenceDamage,
  findRepositoryDamage,
  mayBeDamage,
  namingDamage,
  repositoryDamaged,
} from './find-repository-damage.ts';
export { findPathFault } from './paths.ts';
