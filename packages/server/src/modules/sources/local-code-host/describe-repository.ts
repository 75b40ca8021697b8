import { findPathFault } from '../../../platform/git/index.ts';
import { type BareRepository, branchRef, findCommit, listBranches } from './bare-repository.ts';
import { cloneUrl, gitDirOf, type LocalCodeHostOptions, pullRequestPath } from './context.ts';
import type { LocalRepository } from './local-code-host.ts';
import type { FileView, FolderEntry, RepositoryFrame, RepositoryView } from './pages/repository-page.ts';
import { refreshPullRequest } from './refresh-pull-request.ts';
import { listPullRequestsOf } from './store.ts';

const MAX_PULLS_SHOWN = 50;
const README = /^readme(?:\.mdx?)?$/i;

/** Returns `undefined` if the default branch has no such folder. */
export async function describeRepository(
  options: LocalCodeHostOptions,
  repository: LocalRepository,
  { folder, path }: { readonly folder: string; readonly path: string },
): Promise<Omit<RepositoryView, keyof RepositoryFrame> | undefined> {
  const bare = bareOf(options, repository);
  const commit = await findCommit(bare, branchRef(repository.defaultBranch));
  const entries = commit === undefined ? undefined : await listFolder(bare, commit, folder);
  if (commit !== undefined && entries === undefined) return undefined;
  const readme = entries?.find(({ name, kind }) => kind === 'file' && README.test(name));
  const stored = await listPullRequestsOf(options.database.kysely, {
    repositoryId: repository.id,
    limit: MAX_PULLS_SHOWN,
  });
  const pulls = await Promise.all(stored.map((pull) => refreshPullRequest(options, pull)));
  return {
    repository,
    folder,
    entries,
    path,
    cloneUrl: cloneUrl(options, repository),
    readme: readme && commit !== undefined ? (await readFile(bare, commit, readme.path))?.toString('utf8') : undefined,
    branches: await listBranches(bare),
    pulls: pulls.map((pull) => ({ pull, path: pullRequestPath(options, repository, pull.number) })),
  };
}

interface AskedFile {
  readonly file: string;
  /** The full SHA of the commit; `undefined` for the default branch. */
  readonly commit: unknown;
  readonly path: string;
}

/** Returns `undefined` if the commit, or the default branch, has no such file. */
export async function describeFile(
  options: LocalCodeHostOptions,
  repository: LocalRepository,
  { file, commit, path }: AskedFile,
): Promise<Omit<FileView, keyof RepositoryFrame> | undefined> {
  const bare = bareOf(options, repository);
  const sha = commit === undefined ? await findCommit(bare, branchRef(repository.defaultBranch)) : readSha(commit);
  const bytes = sha === undefined ? undefined : await readFile(bare, sha, file);
  if (bytes === undefined) return undefined;
  const text = bytes.includes(0) ? undefined : bytes.toString('utf8');
  return { repository, path, file, commit: commit === undefined ? undefined : sha, text, sizeBytes: bytes.length };
}

/** Accepts only complete SHAs, not branch names or git expressions. */
const readSha = (commit: unknown): string | undefined =>
  typeof commit === 'string' && /^[0-9a-f]{40}$/.test(commit) ? commit : undefined;

/** Image types that a README may show. */
const imageTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

export interface ImageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Returns `undefined` if the default branch has no such file, or if its extension isn't that of an image. */
export async function readImage(
  options: LocalCodeHostOptions,
  repository: LocalRepository,
  file: string,
): Promise<ImageFile | undefined> {
  const type = imageTypes[/\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ''];
  if (type === undefined) return undefined;
  const bare = bareOf(options, repository);
  const commit = await findCommit(bare, branchRef(repository.defaultBranch));
  const bytes = commit === undefined ? undefined : await readFile(bare, commit, file);
  return bytes && { type, bytes };
}

const KINDS: Readonly<Record<string, FolderEntry['kind']>> = {
  '040000': 'folder',
  '120000': 'link',
  '160000': 'submodule',
};

async function listFolder(
  { git, gitDir }: BareRepository,
  commit: string,
  folder: string,
): Promise<readonly FolderEntry[] | undefined> {
  if (folder !== '' && findPathFault(folder) !== undefined) return undefined;
  const output = await git.run({
    gitDir,
    args: ['ls-tree', '-z', '--full-tree', '--end-of-options', `${commit}:${folder}`],
  });
  if (output.exitCode !== 0) return undefined;
  const records = output.stdout.toString('utf8').split('\0').filter(Boolean);
  const entries = records.map((record): FolderEntry => {
    const name = record.slice(record.indexOf('\t') + 1);
    return { name, kind: KINDS[record.slice(0, 6)] ?? 'file', path: folder === '' ? name : `${folder}/${name}` };
  });
  return entries.toSorted(
    (a, b) => Number(b.kind === 'folder') - Number(a.kind === 'folder') || a.name.localeCompare(b.name, 'en'),
  );
}

async function readFile({ git, gitDir }: BareRepository, commit: string, path: string): Promise<Buffer | undefined> {
  if (findPathFault(path) !== undefined) return undefined;
  const output = await git.run({ gitDir, args: ['cat-file', 'blob', '--end-of-options', `${commit}:${path}`] });
  return output.exitCode === 0 ? output.stdout : undefined;
}

function bareOf(options: LocalCodeHostOptions, repository: LocalRepository): BareRepository {
  return { git: options.git, gitDir: gitDirOf(options, repository.id) };
}
