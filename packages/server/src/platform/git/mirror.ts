/**
 * The service's view of a repository: a bare mirror without a work tree.
 *
 * Invariants:
 * M1  Nothing is ever checked out of a repository: files are read from objects and written as objects.
 * M2  A commit is identified by its full ID (40 hexadecimal digits), and a branch by its short name (`main`).
 * M3  `commitOverlay` with the same input always results in the same commit ID, on every machine.
 * M4  `push` changes a remote branch only if it is at the expected commit, only below the push prefix, and never the
 *     default branch. A person's commits (`isForward`) can be pushed to any branch, but never remove a commit.
 * M5  Every method throws `GitError`, whose message contains no credentials and no path on this machine.
 */

/** A repository's location, and how to access it. */
export interface RemoteRepository {
  /**
   * Stable, and unique in this installation, because it is the name of the mirror's folder. `[A-Za-z0-9_-]`, at most 80
   * characters.
   */
  readonly id: string;
  /** `https://host/owner/name.git`, or `file:///…` inside the local root. Never contains credentials. */
  readonly url: string;
  /** Returns the `Authorization` header (`Basic …`, `Bearer …`) before every network command; `undefined` for none. */
  readonly authorization?: (() => Promise<string | undefined>) | undefined;
  /**
   * If set, only the newest commits are fetched, and the mirror isn't pushed from. If absent, the whole history is
   * fetched.
   */
  readonly shallow?: ShallowLimits | undefined;
}

export interface ShallowLimits {
  /** Number of commits fetched for each branch. */
  readonly commits: number;
  /** Size limit that replaces the limit for complete mirrors. */
  readonly maxBytes: number;
  /** Name of the setting for `maxBytes`, for errors. */
  readonly setting: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface FetchRequest extends CallOptions {
  /** Branches to update, in addition to the default branch. If absent, only the default branch. */
  readonly branches?: readonly string[];
}

export interface FetchedRepository {
  readonly defaultBranch: string;
  /** Maps short branch names to commit IDs, for the requested branches that exist and the default branch. */
  readonly branches: ReadonlyMap<string, string>;
}

/** A regular file of a commit. */
export interface TreeFile {
  /** Relative to the docs folder. */
  readonly path: string;
  readonly mode: '100644' | '100755';
  /** Blob ID. */
  readonly sha: string;
  readonly size: number;
}

export interface SkippedEntry {
  readonly path: string;
  readonly reason: 'symbolic-link' | 'submodule' | 'unsafe-path' | 'not-utf8';
}

export interface FileListing {
  /** Sorted by code unit. */
  readonly files: readonly TreeFile[];
  readonly skipped: readonly SkippedEntry[];
}

/** All files in a commit's folder, in memory; compatible with the site builder's `SiteSource`. */
export interface CommitFolder {
  readonly commit: string;
  readonly paths: readonly string[];
  readonly skipped: readonly SkippedEntry[];
  readonly totalBytes: number;
  has(path: string): boolean;
  read(path: string): Uint8Array | undefined;
  /** A file's blob ID. */
  idOf(path: string): string | undefined;
  /** A file's bytes by its blob ID. */
  readBlob(sha: string): Uint8Array | undefined;
}

export interface LoadOptions extends CallOptions {
  /** A folder of another commit of the same repository, whose blobs aren't read again. */
  readonly like?: CommitFolder | undefined;
  /** Files, by path and blob ID, that the caller already has and that aren't read. */
  readonly isHeld?: ((path: string, sha: string) => boolean) | undefined;
}

export interface OverlayChange {
  /** Relative to the repository's root. */
  readonly path: string;
  /** The new bytes; null deletes the file. */
  readonly content: Uint8Array | string | null;
}

export interface GitPerson {
  readonly name: string;
  readonly email: string;
}

export interface OverlayCommit extends CallOptions {
  /** Parent commit, to whose tree the changes are applied; null for a repository's first commit. */
  readonly base: string | null;
  readonly changes: readonly OverlayChange[];
  readonly message: string;
  readonly author: GitPerson;
  /** Author and committer date, in whole seconds, written as UTC. */
  readonly date: Date;
}

export type CommitResult =
  | {
      readonly kind: 'committed';
      readonly sha: string;
      readonly tree: string;
      readonly changedPaths: readonly string[];
    }
  /** The changes had no effect on the tree, so no commit was created. */
  | { readonly kind: 'unchanged' };

export interface PushRequest extends CallOptions {
  /** Short branch name, below the push prefix unless `isForward`. */
  readonly branch: string;
  /** Whether `sha` must contain `expected`; if so, any branch is allowed, including the default branch. */
  readonly isForward?: boolean;
  /** The commit to publish; null deletes the branch. */
  readonly sha: string | null;
  /** The expected commit of the remote branch; null if it must not exist. */
  readonly expected: string | null;
}

export type PushResult =
  /**
   * The remote branch is now at `sha`. `alreadyThere`: it was already there before this call, for example after a lost
   * response.
   */
  | { readonly kind: 'pushed'; readonly alreadyThere: boolean }
  /** Someone else moved the branch. `actual` is its current commit, or null if the branch was deleted. */
  | { readonly kind: 'moved'; readonly actual: string | null }
  /** The host refused: a rule, a hook, or a missing permission. `reason` is the host's own short text, sanitized. */
  | { readonly kind: 'denied'; readonly reason: string }
  | { readonly kind: 'unreachable' };

export interface ChangeRange extends CallOptions {
  readonly from: string;
  readonly to: string;
  /** Only files below these paths are compared. */
  readonly paths?: readonly string[];
}

export interface PatchRequest extends ChangeRange {
  /** Longer patches are truncated, and `truncated` is true. */
  readonly maxBytes?: number;
}

export interface FileChange {
  readonly path: string;
  /** Set for a rename. */
  readonly oldPath?: string;
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed';
  /** Number of lines; 0 for a binary file. */
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
}

export interface Patch {
  /** Unified diff in UTF-8, with replacement characters for other bytes. */
  readonly patch: string;
  readonly truncated: boolean;
}

/**
 * `tree`: ID of the merged tree, whose files `readFile` returns like a commit's. `paths`: the files with conflicts,
 * which have conflict markers in the tree.
 */
export type TreeMerge =
  | { readonly kind: 'clean'; readonly tree: string }
  | { readonly kind: 'conflict'; readonly tree: string; readonly paths: readonly string[] };

export interface LoggedCommit {
  readonly sha: string;
  readonly authorName: string;
  /** ISO 8601. */
  readonly date: string;
  readonly message: string;
  /** Changed paths; `undefined` for the oldest commit of a shallow mirror, whose parent isn't known. */
  readonly paths: readonly string[] | undefined;
}

export interface FileLogQuery extends CallOptions {
  /** The newest commit to examine. */
  readonly commit: string;
  /** The file's path in this commit, from the repository's root. */
  readonly path: string;
  readonly limit: number;
  /** Number of commits that are examined. Default: 5,000. */
  readonly maxExamined?: number;
}

/** A commit that changed a file. */
export interface FileCommit {
  readonly sha: string;
  readonly authorName: string;
  /** Time of the commit, in ISO 8601. */
  readonly date: string;
  readonly subject: string;
  /** Path of the file in this commit. */
  readonly path: string;
  /** Set if the commit renamed the file. */
  readonly movedFrom: string | undefined;
  readonly isDeletion: boolean;
}

export interface FileLog {
  readonly commits: readonly FileCommit[];
  /**
   * The commit at which the rest of the history starts, even if it doesn't contain changes to the file; `undefined`
   * after the first commit.
   */
  readonly next: { readonly commit: string; readonly path: string } | undefined;
}

export interface CommitDescription {
  readonly authorName: string;
  readonly subject: string;
}

export interface CommitRange extends CallOptions {
  /** Commits reachable from it aren't listed. */
  readonly from: string;
  readonly to: string;
  /**
   * Folders, files or globs without braces, from the repository's root. Only commits that change a matching file are
   * listed.
   */
  readonly paths?: readonly string[];
  readonly limit?: number;
}

export interface Commit {
  readonly sha: string;
  /** Two or more for a merge. */
  readonly parents: readonly string[];
  readonly authorName: string;
  readonly authorEmail: string;
  /** Time of the commit. */
  readonly date: Date;
  readonly message: string;
}

export interface Mirror {
  readonly remote: RemoteRepository;
  /**
   * Fetches branches. Errors: repository-not-found, permission-denied, empty-repository, branch-not-found, too-large,
   * timeout, unreachable.
   */
  fetch(request?: FetchRequest): Promise<FetchedRepository>;
  /** Fetches a pull request's head, such as `refs/pull/7/head`, and returns its commit. Errors: those of `fetch`. */
  fetchPullRequest(ref: string, options?: CallOptions): Promise<string>;
  /**
   * Ensures that a commit is in the mirror, and fetches only this commit if it isn't. Errors: commit-not-found, and
   * those of `fetch`.
   */
  fetchCommit(commit: string, options?: CallOptions): Promise<void>;
  /** Queries the remote's default branch and the named branches' commits, without fetching. */
  inspect(request?: FetchRequest): Promise<FetchedRepository>;
  /** A fetched branch's commit ID. Errors: branch-not-found. */
  resolveRef(branch: string, options?: CallOptions): Promise<string>;
  /**
   * Regular files below `docsFolder` (`''` = whole repository), and the skipped files. Errors: commit-not-found,
   * too-large.
   */
  listFiles(commit: string, docsFolder: string, options?: CallOptions): Promise<FileListing>;
  /** The bytes of many files, in the given order, from one process. At most one file is in memory here. */
  readFiles(
    files: readonly TreeFile[],
    options?: CallOptions,
  ): AsyncIterable<{ readonly file: TreeFile; readonly bytes: Buffer }>;
  /**
   * One file, or `undefined` if the commit has no file at `path` (relative to the repository's root). Errors:
   * commit-not-found.
   */
  readFile(commit: string, path: string, options?: CallOptions): Promise<Buffer | undefined>;
  /** Reads several files in the given order, at the cost of reading one file. */
  readEach(commit: string, paths: readonly string[], options?: CallOptions): Promise<readonly (Buffer | undefined)[]>;
  /** Combines `listFiles` and `readFiles`, and keeps the files in memory. Errors: too-large. */
  loadFolder(commit: string, docsFolder: string, options?: LoadOptions): Promise<CommitFolder>;
  commitOverlay(commit: OverlayCommit): Promise<CommitResult>;
  push(request: PushRequest): Promise<PushResult>;
  /** The files that differ between two commits, with renames detected. */
  listChanges(range: ChangeRange): Promise<readonly FileChange[]>;
  /** The differences between two commits as text. */
  readPatch(request: PatchRequest): Promise<Patch>;
  /**
   * Maps the old to the new path of files below a folder that were renamed in a commit's history, relative to the
   * folder. Limited in time.
   */
  listRenames(commit: string, docsFolder: string, options?: CallOptions): Promise<ReadonlyMap<string, string>>;
  /** The three-way merge of two commits with their common ancestor; doesn't create a commit. Errors: git-failed. */
  mergeTrees(ours: string, theirs: string, options?: CallOptions): Promise<TreeMerge>;
  /**
   * The newest commits up to a given one, newest first, along first parents: a merged pull request is one commit.
   * Errors: commit-not-found.
   */
  log(commit: string, limit: number, options?: CallOptions): Promise<readonly LoggedCommit[]>;
  /**
   * The commits that changed a file, newest first, along first parents and across renames. Examines a limited number of
   * commits. Errors: commit-not-found, timeout.
   */
  logFile(query: FileLogQuery): Promise<FileLog>;
  /** Commits in `to` that aren't in `from`, newest first. Errors: commit-not-found. */
  listCommits(range: CommitRange): Promise<Commit[]>;
  hasCommit(commit: string, options?: CallOptions): Promise<boolean>;
  /** A commit's author, and the first line of its message. Errors: commit-not-found. */
  describeCommit(commit: string, options?: CallOptions): Promise<CommitDescription>;
  /** The newest common commit, or `undefined` if their histories have no commit in common. Errors: commit-not-found. */
  mergeBase(one: string, other: string, options?: CallOptions): Promise<string | undefined>;
  /** Whether all of `ancestor`'s commits are in `commit`. */
  isAncestor(ancestor: string, commit: string, options?: CallOptions): Promise<boolean>;
}

/** Limits on the disk space for mirrors. */
export interface MirrorBounds {
  /** Limit for all mirrors together, which mirrors in use can exceed. */
  readonly maxBytes: number;
  /** Unused mirrors are removed after this many days. */
  readonly days: number;
}

export interface UnusedMirror {
  /** ID of the mirror's remote. */
  readonly id: string;
  readonly bytes: number;
  readonly usedAt: Date;
}

export interface MirrorStore {
  /** Returns a handle; nothing is read, created, or fetched before its first method is called. */
  open(remote: RemoteRepository): Mirror;
  /** Removes the mirror's folder, for example when a project is deleted. */
  remove(remoteId: string): Promise<void>;
  /** Mirrors that are due for removal, least recently used first. Excludes mirrors used within the last hour. */
  listUnused(bounds: MirrorBounds): Promise<UnusedMirror[]>;
  /** Removes unused mirrors, which the next fetch recreates. @returns the removed mirrors */
  removeUnused(bounds: MirrorBounds): Promise<UnusedMirror[]>;
}
