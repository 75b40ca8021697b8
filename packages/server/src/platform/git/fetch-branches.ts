import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { requireSuccess, toGitError } from './classify-failure.ts';
import { GitError, isGitError } from './errors.ts';
import type { FetchedRepository, ShallowLimits } from './mirror.ts';
import type { RemoteAccess } from './remote.ts';
import type { Git } from './run-git.ts';

const SIZE_CHECK_MS = 250;
/** More packs slow down lookups; a geometric repack then joins small packs. */
const MANY_PACKS = 40;

export interface FetchTarget {
  readonly gitDir: string;
  readonly access: RemoteAccess;
  readonly wanted: FetchedRepository | 'all' | { readonly ref: string } | { readonly commit: string };
  readonly shallow?: ShallowLimits | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches the requested branches into the mirror. The caller has locked the repository. A mirror that is broken (a full
 * disk, a lost file) is deleted and fetched again, once.
 */
export async function fetchBranches(git: Git, target: FetchTarget): Promise<void> {
  await makeMirror(git, target.gitDir);
  try {
    await fetchOnce(git, target);
  } catch (error) {
    if (!isGitError(error, 'corrupt-repository') && !isGitError(error, 'git-failed')) throw error;
    await rm(target.gitDir, { recursive: true, force: true });
    await makeMirror(git, target.gitDir);
    await fetchOnce(git, target);
  }
  await joinPacks(git, target.gitDir);
}

/** Creates a mirror under another name and renames it, so that a mirror's folder is either complete or missing. */
async function makeMirror(git: Git, gitDir: string): Promise<void> {
  if (await isThere(join(gitDir, 'HEAD'))) return;
  await rm(gitDir, { recursive: true, force: true });
  const draft = `${gitDir}.new`;
  await rm(draft, { recursive: true, force: true });
  await initBare(git, draft, 'main');
  await rename(draft, gitDir);
}

/** Creates an empty bare repository without hooks and templates, with SHA-1 object names. */
export async function initBare(git: Git, folder: string, defaultBranch: string): Promise<void> {
  const output = await git.run({
    args: [
      'init',
      '--quiet',
      '--bare',
      '--template=',
      '--object-format=sha1',
      `--initial-branch=${defaultBranch}`,
      '--',
      folder,
    ],
  });
  requireSuccess(output, 'creating a repository');
}

const FETCH = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
  '--update-head-ok',
] as const;

export async function fetchOnce(git: Git, target: FetchTarget): Promise<void> {
  await removeLeftovers(target.gitDir);
  const refspecs = listRefspecs(target.wanted);
  const tooLarge = new AbortController();
  const maxBytes = target.shallow?.maxBytes ?? git.settings.maxRepositoryBytes;
  const watcher = watchSize(target.gitDir, maxBytes, tooLarge);
  try {
    const output = await git.run({
      gitDir: target.gitDir,
      args: [...FETCH, ...depthOf(target), '--end-of-options', target.access.url, ...refspecs],
      protocol: target.access.protocol,
      config: target.access.config,
      secrets: target.access.secrets,
      signal: target.signal === undefined ? tooLarge.signal : AbortSignal.any([target.signal, tooLarge.signal]),
      timeoutMs: git.settings.fetchTimeoutMs,
    });
    if (output.exitCode !== 0) throw toGitError(output, 'fetching the repository');
    // A small excess can arrive before it is measured. The mirror is deleted, because its objects would not be fetched,
    // and measured, again.
    if ((await packBytes(target.gitDir)) > maxBytes) {
      tooLarge.abort();
      await rm(target.gitDir, { recursive: true, force: true });
      throw new Error('the repository is larger than allowed');
    }
  } catch (error) {
    if (tooLarge.signal.aborted) {
      await removeLeftovers(target.gitDir);
      const setting = target.shallow?.setting ?? 'DOCWRIGHT_MAX_REPOSITORY_MEGABYTES';
      throw new GitError('too-large', `The repository is larger than ${maxBytes} bytes (${setting}).`, {
        cause: error,
      });
    }
    throw error;
  } finally {
    clearInterval(watcher);
  }
}

/** Returns the option that limits the depth. A single commit is fetched for its files only. */
function depthOf({ wanted, shallow }: FetchTarget): readonly string[] {
  if (wanted !== 'all' && 'commit' in wanted) return ['--depth=1'];
  return shallow === undefined ? [] : [`--depth=${shallow.commits}`];
}

function listRefspecs(wanted: FetchTarget['wanted']): readonly string[] {
  if (wanted !== 'all' && 'commit' in wanted) return [`+${wanted.commit}:refs/commits/${wanted.commit}`];
  if (wanted !== 'all' && 'ref' in wanted) return [`+${wanted.ref}:${wanted.ref}`];
  const names = wanted === 'all' ? ['*'] : [...wanted.branches.keys()];
  return names.map((name) => `+refs/heads/${name}:refs/heads/${name}`);
}

/** Measures the pack while it grows, because git can't limit the size of a fetch. */
function watchSize(gitDir: string, maxBytes: number, tooLarge: AbortController): NodeJS.Timeout {
  const timer = setInterval(() => {
    void packBytes(gitDir).then((bytes) => {
      if (bytes > maxBytes) tooLarge.abort();
    });
  }, SIZE_CHECK_MS);
  timer.unref();
  return timer;
}

async function packBytes(gitDir: string): Promise<number> {
  const folder = join(gitDir, 'objects', 'pack');
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Removes what a killed fetch left behind: an incomplete pack, and reference locks, which are stale because the caller
 * has locked the repository.
 */
async function removeLeftovers(gitDir: string): Promise<void> {
  const packs = join(gitDir, 'objects', 'pack');
  for (const name of await readdir(packs).catch(() => [])) {
    if (name.startsWith('tmp_')) await rm(join(packs, name), { force: true });
  }
  const refs = join(gitDir, 'refs');
  for (const name of await readdir(refs, { recursive: true }).catch(() => [])) {
    if (name.endsWith('.lock')) await rm(join(refs, name), { force: true });
  }
  await rm(join(gitDir, 'packed-refs.lock'), { force: true });
  await rm(join(gitDir, 'shallow.lock'), { force: true });
}

async function joinPacks(git: Git, gitDir: string): Promise<void> {
  const names = await readdir(join(gitDir, 'objects', 'pack')).catch(() => []);
  if (names.filter((name) => name.endsWith('.pack')).length <= MANY_PACKS) return;
  // The exit code is ignored, because slower lookups must not make a job fail.
  await git.run({ gitDir, args: ['repack', '--quiet', '-d', '--geometric=2'], timeoutMs: git.settings.fetchTimeoutMs });
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
