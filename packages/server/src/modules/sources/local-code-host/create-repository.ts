import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  cloneRepository,
  commitOverlay,
  findPathFault,
  initBare,
  type OverlayChange,
  requireBranchName,
} from '../../../platform/git/index.ts';
import { type BareRepository, branchRef, moveRef } from './bare-repository.ts';
import { gitDirOf, type LocalCodeHostOptions } from './context.ts';
import { LocalCodeHostError } from './errors.ts';
import type { LocalRepository, NewRepository, RepositorySeed } from './local-code-host.ts';
import { sizeOfFolder } from '../../identity/storage/index.ts';
import { findRepositoryByName, insertRepository } from './store.ts';

const NAME = /^[a-z0-9][a-z0-9._-]{0,79}$/;
const NAME_TRAPS = /\.\.|\.git$|\.lock$|\.$/;
const DEFAULT_BRANCH = 'main';
const SEED_AUTHOR = { name: 'Docwright', email: 'docwright@localhost' };

export function isRepositoryName(name: string): boolean {
  return NAME.test(name) && !NAME_TRAPS.test(name);
}

/** Creates a repository. It is complete on disk before its row exists, so nobody sees a partial repository. */
export async function createRepository(
  options: LocalCodeHostOptions,
  request: NewRepository,
): Promise<LocalRepository> {
  await requireFreeName(options, request);
  await options.storage?.requireRoom(request.organizationId);
  const id = options.newRepositoryId();
  const gitDir = gitDirOf(options, id);
  const draft = `${gitDir}.new`;
  await mkdir(options.root, { recursive: true });
  try {
    const defaultBranch = await makeSeeded(options, draft, request);
    await rename(draft, gitDir);
    const { organizationId, name } = request;
    const repository = await insertRepository(options.database.kysely, { id, organizationId, name, defaultBranch });
    if (repository === undefined) throw nameTaken(name);
    await options.storage?.added(organizationId, { repositories: await sizeOfFolder(gitDir) });
    return repository;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    await rm(gitDir, { recursive: true, force: true });
    throw error;
  }
}

async function requireFreeName(
  options: LocalCodeHostOptions,
  { organizationId, name }: Pick<NewRepository, 'organizationId' | 'name'>,
): Promise<void> {
  if (!isRepositoryName(name)) {
    throw new LocalCodeHostError(
      'invalid-repository-name',
      `${JSON.stringify(name.slice(0, 80))} is not a valid repository name: use at most 80 of the characters a-z, 0-9, ".", "_" and "-", without ".git", ".lock" or "." at the end.`,
    );
  }
  if ((await findRepositoryByName(options.database.kysely, organizationId, name)) !== undefined) throw nameTaken(name);
}

function nameTaken(name: string): LocalCodeHostError {
  return new LocalCodeHostError(
    'repository-name-taken',
    `A repository named "${name}" already exists. Choose another name.`,
  );
}

/** Creates the repository from its seed, and returns the default branch. */
async function makeSeeded(options: LocalCodeHostOptions, gitDir: string, request: NewRepository): Promise<string> {
  const { git } = options;
  const { seed } = request;
  const wanted = request.defaultBranch === undefined ? DEFAULT_BRANCH : requireBranchName(request.defaultBranch);
  switch (seed.kind) {
    case 'empty':
      await initBare(git, gitDir, wanted);
      return wanted;
    case 'folder':
      await initBare(git, gitDir, wanted);
      await commitFolder(options, { git, gitDir }, { seed, branch: wanted });
      return wanted;
    case 'clone': {
      const { resolveHost } = options;
      const cloned = await cloneRepository(git, { gitDir, remote: seed, resolveHost });
      return cloned.defaultBranch;
    }
    default:
      return seed satisfies never;
  }
}

interface FolderSeed {
  readonly seed: Extract<RepositorySeed, { kind: 'folder' }>;
  readonly branch: string;
}

async function commitFolder(
  options: LocalCodeHostOptions,
  bare: BareRepository,
  { seed, branch }: FolderSeed,
): Promise<void> {
  const changes = await readFolder(seed.folder, options.settings.maxSeedBytes);
  const result = await commitOverlay(bare.git, bare.gitDir, {
    base: null,
    changes,
    message: seed.message,
    author: SEED_AUTHOR,
    date: new Date(options.clock.now()),
  });
  if (result.kind === 'committed') await moveRef(bare, branchRef(branch), { to: result.sha, expected: null });
}

/** Reads only regular files. Links could point outside the folder, and `.git` belongs to another repository. */
async function readFolder(folder: string, maxBytes: number): Promise<readonly OverlayChange[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new LocalCodeHostError('source-folder-unreadable', `The folder "${folder}" can't be read.`, { cause });
  });
  const changes: OverlayChange[] = [];
  let size = 0;
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).split(sep).join('/');
    if (!entry.isFile() || findPathFault(path) !== undefined) continue;
    const content = await readFile(file);
    size += content.length;
    if (size > maxBytes) {
      throw new LocalCodeHostError(
        'source-folder-unreadable',
        `The folder "${folder}" is larger than ${maxBytes} bytes.`,
      );
    }
    changes.push({ path, content });
  }
  return changes;
}
