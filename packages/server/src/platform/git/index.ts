export type {
  CallOptions,
  CommitFolder,
  CommitResult,
  Diff,
  DiffRequest,
  FetchedRepository,
  FetchRequest,
  FileChange,
  FileListing,
  GitPerson,
  Mirror,
  MirrorStore,
  OverlayChange,
  OverlayCommit,
  PushRequest,
  PushResult,
  RemoteRepository,
  SkippedEntry,
  TreeFile,
} from './mirror.ts';
export { GitError, isGitError, type GitErrorCode } from './errors.ts';
export { resolveGitSettings, type GitSettings } from './settings.ts';
