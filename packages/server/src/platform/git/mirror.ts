/**
 * A repository as the rest of the service sees it: a bare mirror without a work tree.
 *
 * Invariants
 * M1  Nothing of a repository is ever checked out: files are read from objects and written as objects.
 * M2  A commit is named by its full id (40 hexadecimal digits); a branch by its short name (`main`).
 * M3  `commitOverlay` with the same input gives the same commit id, on every machine and every time.
 * M4  `push` changes a remote branch only from the commit that the caller expects there, only below the push prefix,
 *     and never the default branch.
 * M5  Every method throws `GitError`, whose message holds no credential and no path of this machine.
 */

/** Where a repository is and how to get in. */
export interface RemoteRepository {
  /** Stable and unique in this installation: names the mirror's folder. `[A-Za-z0-9_-]`, at most 80 characters. */
  readonly id: string;
  /** `https://host/owner/name.git`, or `file:///…` inside the local root. Never holds credentials. */
  readonly url: string;
  /** Value of the `Authorization` header (`Basic …`, `Bearer …`), asked for before every network command; undefined for none. */
  readonly authorization?: (() => Promise<string | undefined>) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface FetchRequest extends CallOptions {
  /** Branches to bring up to date; the default branch is always one of them. Absent: the default branch only. */
  readonly branches?: readonly string[];
}

export interface FetchedRepository {
  readonly defaultBranch: string;
  /** Short branch name → commit id, for the branches asked for that exist, default branch included. */
  readonly branches: ReadonlyMap<string, string>;
}

/** One regular file of a commit. */
export interface TreeFile {
  /** Relative to the docs folder. */
  readonly path: string;
  readonly mode: '100644' | '100755';
  /** Blob id. */
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

/** All files of one folder of one commit in memory; fits the site builder's `SiteSource`. */
export interface CommitFolder {
  readonly commit: string;
  readonly paths: readonly string[];
  readonly skipped: readonly SkippedEntry[];
  readonly totalBytes: number;
  has(path: string): boolean;
  read(path: string): Uint8Array | undefined;
  /** A file's bytes by the id of its blob. */
  readBlob(sha: string): Uint8Array | undefined;
}

export interface LoadOptions extends CallOptions {
  /** Another commit's folder of the same repository: what both have is not read again. */
  readonly like?: CommitFolder | undefined;
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
  /** Parent commit, whose tree the changes are laid over; null for the first commit of a repository. */
  readonly base: string | null;
  readonly changes: readonly OverlayChange[];
  readonly message: string;
  readonly author: GitPerson;
  /** Author and committer date. Whole seconds; written as UTC. */
  readonly date: Date;
}

export type CommitResult =
  | {
      readonly kind: 'committed';
      readonly sha: string;
      readonly tree: string;
      readonly changedPaths: readonly string[];
    }
  /** Every change left the tree as it was. No commit was made. */
  | { readonly kind: 'unchanged' };

export interface PushRequest extends CallOptions {
  /** Short branch name, below the push prefix. */
  readonly branch: string;
  /** The commit to publish; null deletes the branch. */
  readonly sha: string | null;
  /** What the remote branch must be now; null: it must not exist. */
  readonly expected: string | null;
}

export type PushResult =
  /** The remote branch is at `sha` now. `alreadyThere`: it was before this call, as after an answer that was lost. */
  | { readonly kind: 'pushed'; readonly alreadyThere: boolean }
  /** Somebody else moved the branch. `actual` is where it is now, null where it is gone. */
  | { readonly kind: 'moved'; readonly actual: string | null }
  /** The host refused: a rule, a hook or a missing permission. `reason` is the host's own short text, cleaned. */
  | { readonly kind: 'denied'; readonly reason: string }
  | { readonly kind: 'unreachable' };

export interface DiffRequest extends CallOptions {
  readonly from: string;
  readonly to: string;
  /** Only files below these paths. */
  readonly paths?: readonly string[];
  /** Beyond this the patch is cut, and `truncated` is true. */
  readonly maxBytes?: number;
}

export interface FileChange {
  readonly path: string;
  /** Set for a rename. */
  readonly oldPath?: string;
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed';
  /** Lines; 0 for a binary file. */
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
}

export interface Diff {
  readonly files: readonly FileChange[];
  /** Unified diff, UTF-8 with replacement characters for anything else. */
  readonly patch: string;
  readonly truncated: boolean;
}

/**
 * `tree`: id of the merged tree, whose files `readFile` gives as a commit's. `paths`: the files that both changed in the
 * same place; the tree holds them with marks of conflict.
 */
export type TreeMerge =
  | { readonly kind: 'clean'; readonly tree: string }
  | { readonly kind: 'conflict'; readonly tree: string; readonly paths: readonly string[] };

export interface CommitDescription {
  readonly authorName: string;
  readonly subject: string;
}

export interface Mirror {
  readonly remote: RemoteRepository;
  /** Brings branches here. Errors: repository-not-found, permission-denied, empty-repository, branch-not-found, too-large, timeout, unreachable. */
  fetch(request?: FetchRequest): Promise<FetchedRepository>;
  /** Brings the head of a pull request here, such as `refs/pull/7/head`, and tells its commit. Errors: as `fetch`. */
  fetchPullRequest(ref: string, options?: CallOptions): Promise<string>;
  /** Asks the remote, without fetching, for its default branch and where the named branches are. */
  inspect(request?: FetchRequest): Promise<FetchedRepository>;
  /** The commit id of a fetched branch. Errors: branch-not-found. */
  resolveRef(branch: string, options?: CallOptions): Promise<string>;
  /** Regular files below `docsFolder` (`''` = whole repository), and what was passed over. Errors: commit-not-found, too-large. */
  listFiles(commit: string, docsFolder: string, options?: CallOptions): Promise<FileListing>;
  /** The bytes of many files, in the order given, through one process; never more than one file in memory here. */
  readFiles(
    files: readonly TreeFile[],
    options?: CallOptions,
  ): AsyncIterable<{ readonly file: TreeFile; readonly bytes: Buffer }>;
  /** One file, or undefined where the commit has none at `path` (relative to the repository's root). */
  readFile(commit: string, path: string, options?: CallOptions): Promise<Buffer | undefined>;
  /** The first of these files that the commit has, at the cost of one. */
  readOneOf(commit: string, paths: readonly string[], options?: CallOptions): Promise<Buffer | undefined>;
  /** `listFiles` + `readFiles` into memory. Errors: too-large. */
  loadFolder(commit: string, docsFolder: string, options?: LoadOptions): Promise<CommitFolder>;
  commitOverlay(commit: OverlayCommit): Promise<CommitResult>;
  push(request: PushRequest): Promise<PushResult>;
  /** What changed from one commit to another, renames detected. */
  diff(request: DiffRequest): Promise<Diff>;
  /** Files below a folder that were renamed on the way to a commit, old path to new, relative to the folder. Bounded in time. */
  listRenames(commit: string, docsFolder: string, options?: CallOptions): Promise<ReadonlyMap<string, string>>;
  /** The three-way merge of two commits over their common ancestor; no commit is made. Errors: git-failed. */
  mergeTrees(ours: string, theirs: string, options?: CallOptions): Promise<TreeMerge>;
  /** Who wrote a commit, and its message's first line. Errors: commit-not-found. */
  describeCommit(commit: string, options?: CallOptions): Promise<CommitDescription>;
  /** The newest commit that both have; undefined for histories without a common one. Errors: commit-not-found. */
  mergeBase(one: string, other: string, options?: CallOptions): Promise<string | undefined>;
  /** Whether every commit of `ancestor` is in `commit`. */
  isAncestor(ancestor: string, commit: string, options?: CallOptions): Promise<boolean>;
}

/** What mirrors may take of a disk. */
export interface MirrorBounds {
  /** Of all together; those in use may take more. */
  readonly maxBytes: number;
  /** After which one goes that nobody used. */
  readonly days: number;
}

export interface UnusedMirror {
  /** Of its remote. */
  readonly id: string;
  readonly bytes: number;
  readonly usedAt: Date;
}

export interface MirrorStore {
  /** A handle; nothing is read, made or fetched before its first method is called. */
  open(remote: RemoteRepository): Mirror;
  /** Removes the mirror's folder, as when a project is deleted. */
  remove(remoteId: string): Promise<void>;
  /** Mirrors that go by their last use, the one used longest ago first. None that was used within the last hour is among them. */
  listUnused(bounds: MirrorBounds): Promise<UnusedMirror[]>;
  /** Removes them: the next fetch makes such a mirror again. @returns those that went */
  removeUnused(bounds: MirrorBounds): Promise<UnusedMirror[]>;
}
