import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commitOverlay } from './commit-overlay.ts';
import { rememberDefaultBranch } from './default-branch.ts';
import { listChanges, readPatch } from './diff-commits.ts';
import { namingDamage } from './find-repository-damage.ts';
import { GitError } from './errors.ts';
import { fetchBranches } from './fetch-branches.ts';
import { readTree, toListing } from './list-files.ts';
import { loadFolder } from './load-folder.ts';
import { withFileLock } from './lock.ts';
import { listCommits } from './list-commits.ts';
import { listRenames } from './list-renames.ts';
import { logCommits } from './log-commits.ts';
import { logFile } from './log-file.ts';
import { mergeTrees } from './merge-trees.ts';
import type {
  CallOptions,
  CommitDescription,
  FetchedRepository,
  FetchRequest,
  FileListing,
  Mirror,
  MirrorStore,
  RemoteRepository,
  TreeFile,
} from './mirror.ts';
import { quote, requireBranchName, requireCommitId, requireRemoteId } from './names.ts';
import { requireFolder } from './paths.ts';
import { pushBranch } from './push-branch.ts';
import { readBlobs } from './read-blobs.ts';
import { readEach } from './read-each.ts';
import { readRef } from './read-ref.ts';
import { readRemoteRefs } from './remote-refs.ts';
import { openRemote, type RemoteAccess } from './remote.ts';
import type { ResolveHost } from './resolve-host.ts';
import { createGit, type Git } from './run-git.ts';
import { listUnusedMirrors, recordUse, removeUnusedMirrors, useMirror } from './unused-mirrors.ts';
import type { GitSettings } from './settings.ts';

export interface MirrorStoreOptions {
  /** Folder with one bare mirror for each repository. Created if missing. */
  readonly root: string;
  readonly settings: GitSettings;
  /** If absent, the system's resolver, with private addresses refused except `allowedPrivateHosts`. */
  readonly resolveHost?: ResolveHost;
  /** Milliseconds since 1970, as `Date.now` returns; the unit of recorded last uses. */
  readonly now?: () => number;
}

export function createMirrorStore(options: MirrorStoreOptions): MirrorStore {
  const git = createGit(options.settings);
  const { root, now = Date.now } = options;
  return {
    open: (remote) => {
      const gitDir = join(options.root, `${requireRemoteId(remote.id)}.git`);
      return createMirror({ git, remote, gitDir, root, resolveHost: options.resolveHost, now });
    },
    listUnused: (bounds) => listUnusedMirrors(root, bounds, now()),
    removeUnused: (bounds) => removeUnusedMirrors(root, bounds, now()),
    remove: async (remoteId) => {
      const gitDir = join(options.root, `${requireRemoteId(remoteId)}.git`);
      await withLock(git, options.root, { gitDir }, () => rm(gitDir, { recursive: true, force: true }));
    },
  };
}

interface MirrorContext {
  readonly git: Git;
  readonly remote: RemoteRepository;
  readonly gitDir: string;
  readonly root: string;
  readonly resolveHost: ResolveHost | undefined;
  readonly now: () => number;
}

function createMirror(context: MirrorContext): Mirror {
  const { git, gitDir, remote } = context;
  // Readers mark the mirror as used, so that a mirror isn't deleted during a long use.
  const using =
    <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
    (...args: Args): Result => {
      void recordUse(gitDir, context.now());
      return call(...args);
    };
  const access = (): Promise<RemoteAccess> => openRemote(remote, git.settings, context.resolveHost);
  // A remote in the data folder involves no code host, so the state of its files explains a failure.
  const embedded = <T>(work: () => Promise<T>): Promise<T> =>
    remote.url.startsWith('file:') ? namingDamage(git, fileURLToPath(remote.url), work) : work();
  const listFiles = async (commit: string, docsFolder: string, options: CallOptions = {}): Promise<FileListing> => {
    const query = {
      gitDir,
      commit: requireCommitId(commit),
      folder: requireFolder(docsFolder),
      withSizes: true,
      ...options,
    };
    return toListing(await readTree(git, query), git.settings.maxFiles);
  };
  return {
    remote,
    listFiles: using(listFiles),
    fetch: (request = {}) => embedded(() => fetchMirror(context, request)),
    fetchPullRequest: (ref, options = {}) => embedded(() => fetchPullRequest(context, ref, options)),
    fetchCommit: (commit, options = {}) => embedded(() => fetchCommit(context, commit, options)),
    inspect: (request = {}) => embedded(async () => readRemoteRefs(git, await access(), request)),
    resolveRef: using((branch, options = {}) => resolveRef(context, branch, options)),
    readFiles: using((files, options = {}) => pairFiles(context, files, options)),
    readFile: using(async (commit, path, options = {}) => {
      const [file] = await readEach(git, { gitDir, commit, paths: [path], ...options });
      return file;
    }),
    readEach: using((commit, paths, options = {}) => readEach(git, { gitDir, commit, paths, ...options })),
    loadFolder: using(async (commit, docsFolder, options = {}) =>
      loadFolder(git, { gitDir, commit, listing: await listFiles(commit, docsFolder, options), ...options }),
    ),
    commitOverlay: using((commit) => commitOverlay(git, gitDir, commit)),
    push: using((request) => embedded(async () => pushBranch(git, { gitDir, access: await access() }, request))),
    listChanges: using((range) => listChanges(git, gitDir, range)),
    readPatch: using((request) => readPatch(git, gitDir, request)),
    listRenames: using((commit, folder, options = {}) => listRenames(git, { gitDir, commit, folder, ...options })),
    log: using((commit, limit, options = {}) => logCommits(git, { gitDir, commit, limit, ...options })),
    logFile: using((query) => logFile(git, gitDir, query)),
    mergeTrees: using((ours, theirs, options = {}) => mergeTrees(git, gitDir, { ours, theirs, ...options })),
    listCommits: using((range) => listCommits(git, gitDir, range)),
    hasCommit: using((commit, options = {}) => hasCommit(context, commit, options)),
    describeCommit: using((commit, options = {}) => describeCommit(context, commit, options)),
    mergeBase: using((one, other, options = {}) => mergeBase(context, [one, other], options)),
    isAncestor: using((ancestor, commit, options = {}) => isAncestor(context, [ancestor, commit], options)),
  };
}

/** Queries the remote first, because most fetches find nothing new; in that case, nothing is locked or written. */
async function fetchMirror(context: MirrorContext, request: FetchRequest): Promise<FetchedRepository> {
  const { git, gitDir, root, remote } = context;
  const access = await openRemote(remote, git.settings, context.resolveHost);
  const wanted = await readRemoteRefs(git, access, request);
  await mkdir(root, { recursive: true });
  await useMirror(gitDir, root, context.now());
  if (await hasAll(context, wanted)) {
    await rememberDefaultBranch(git, gitDir, wanted.defaultBranch);
    return wanted;
  }
  return withLock(git, root, { gitDir, signal: request.signal }, async () => {
    if (await hasAll(context, wanted)) return wanted;
    await fetchBranches(git, { gitDir, access, wanted, shallow: remote.shallow, signal: request.signal });
    await recordUse(gitDir, context.now());
    await rememberDefaultBranch(git, gitDir, wanted.defaultBranch);
    // A branch may have moved between the query and the fetch. Only the current state matters.
    return { ...wanted, branches: await readBranches(context, [...wanted.branches.keys()], request) };
  });
}

async function hasAll(context: MirrorContext, wanted: FetchedRepository): Promise<boolean> {
  const here = await Promise.all(
    [...wanted.branches].map(async ([name, sha]) => (await readRef(context.gitDir, branchRef(name))) === sha),
  );
  return here.every(Boolean);
}

/** The fetched branches' commits. */
async function readBranches(
  context: MirrorContext,
  names: readonly string[],
  { signal }: CallOptions,
): Promise<ReadonlyMap<string, string>> {
  const commits = await Promise.all(names.map((name) => resolveRef(context, name, { signal })));
  return new Map(names.map((name, index) => [name, commits[index] ?? '']));
}

const branchRef = (branch: string): string => `refs/heads/${requireBranchName(branch)}`;

async function resolveRef({ git, gitDir }: MirrorContext, branch: string, options: CallOptions): Promise<string> {
  const ref = branchRef(branch);
  const known = await readRef(gitDir, ref);
  if (known !== undefined) return known;
  const output = await git.run({
    gitDir,
    args: ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
    signal: options.signal,
  });
  if (output.exitCode === 0) return output.stdout.toString('latin1').trim();
  throw new GitError('branch-not-found', `The branch "${branch}" was not fetched, or does not exist.`);
}

async function* pairFiles(
  { git, gitDir }: MirrorContext,
  files: readonly TreeFile[],
  options: CallOptions,
): AsyncGenerator<{ file: TreeFile; bytes: Buffer }> {
  let index = 0;
  for await (const blobs of readBlobs(git, { gitDir, files, ...options })) {
    for (const bytes of blobs) {
      const file = files[index];
      index += 1;
      if (file !== undefined) yield { file, bytes };
    }
  }
}

async function hasCommit({ git, gitDir }: MirrorContext, commit: string, { signal }: CallOptions): Promise<boolean> {
  const args = ['cat-file', '-e', `${requireCommitId(commit)}^{commit}`];
  return (await git.run({ gitDir, args, signal })).exitCode === 0;
}

async function describeCommit(
  { git, gitDir }: MirrorContext,
  commit: string,
  options: CallOptions,
): Promise<CommitDescription> {
  const { exitCode, stdout } = await git.run({
    gitDir,
    args: ['show', '--no-patch', '--no-mailmap', '--format=%an%x00%s', '--end-of-options', requireCommitId(commit)],
    signal: options.signal,
  });
  if (exitCode !== 0) throw new GitError('commit-not-found', `The commit ${commit} is not in the repository.`);
  const [authorName = '', subject = ''] = stdout.toString('utf8').trimEnd().split('\0');
  return { authorName, subject };
}

/** The format of code hosts' references to pull requests. */
const pullRequestRef = /^refs\/(?:pull|merge-requests)\/\d{1,10}\/head$/;

async function fetchPullRequest(context: MirrorContext, ref: string, { signal }: CallOptions): Promise<string> {
  const { git, gitDir, root, remote } = context;
  if (!pullRequestRef.test(ref))
    throw new GitError('invalid-ref-name', `${quote(ref)} is not the reference of a pull request's head.`);
  const access = await openRemote(remote, git.settings, context.resolveHost);
  await withLock(git, root, { gitDir, signal }, async () => {
    await fetchBranches(git, { gitDir, access, wanted: { ref }, signal });
    await recordUse(gitDir, context.now());
  });
  const commit = await readRef(gitDir, ref);
  if (commit === undefined) throw new GitError('branch-not-found', `The repository has no ${ref}.`);
  return commit;
}

async function fetchCommit(context: MirrorContext, commit: string, { signal }: CallOptions): Promise<void> {
  const { git, gitDir, root, remote, now } = context;
  const isHere = (): Promise<boolean> => hasCommit(context, commit, { signal });
  requireCommitId(commit);
  await mkdir(root, { recursive: true });
  await useMirror(gitDir, root, now());
  if (await isHere()) return;
  const access = await openRemote(remote, git.settings, context.resolveHost);
  await withLock(git, root, { gitDir, signal }, async () => {
    await fetchBranches(git, { gitDir, access, wanted: { commit }, shallow: remote.shallow, signal });
    await recordUse(gitDir, now());
  });
  if (!(await isHere())) throw new GitError('commit-not-found', `The commit ${commit} is not in the repository.`);
}

async function mergeBase(
  { git, gitDir }: MirrorContext,
  pair: readonly [string, string],
  options: CallOptions,
): Promise<string | undefined> {
  const args = ['merge-base', '--end-of-options', ...pair.map(requireCommitId)];
  const { exitCode, stdout } = await git.run({ gitDir, args, signal: options.signal });
  if (exitCode <= 1) return exitCode === 0 ? stdout.toString('latin1').trim() : undefined;
  throw new GitError('commit-not-found', `The commits ${pair.join(' and ')} are not both in the repository.`);
}

async function isAncestor(
  { git, gitDir }: MirrorContext,
  pair: readonly [string, string],
  options: CallOptions,
): Promise<boolean> {
  const { exitCode } = await git.run({
    gitDir,
    args: ['merge-base', '--is-ancestor', '--end-of-options', ...pair.map(requireCommitId)],
    signal: options.signal,
  });
  if (exitCode <= 1) return exitCode === 0;
  throw new GitError('commit-not-found', `The commits ${pair.join(' and ')} are not both in the repository.`);
}

async function withLock<T>(
  git: Git,
  root: string,
  target: { gitDir: string; signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(root, { recursive: true });
  const options = { timeoutMs: git.settings.lockTimeoutMs, signal: target.signal };
  return withFileLock(`${target.gitDir.slice(0, -'.git'.length)}.lock`, options, work);
}
