import type { PostgresLayout } from './postgres-layout.ts';
import { createHash } from 'node:crypto';
import { chmod, chown, cp, link, lstat, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomText } from '../../ids/index.ts';
import { DatabaseError } from '../errors.ts';
import { binariesIn, findBinaries, linkLibraries } from './binaries.ts';
import type { PostgresBinaries } from './binaries.ts';
import { closeDataFolder, postgresFolder } from './make-data-folder.ts';
import { chooseRunAs, ownerOf, programPath } from './run-as.ts';
import type { Account } from './run-as.ts';

/** `sun_path` is 108 bytes long on Linux and 104 on macOS, including a final zero; PostgreSQL adds `socketName`. */
const socketPathLimit = 103;
const socketName = '/.s.PGSQL.5432';

/** Creates the folders, chooses the user, and links the libraries. Existing folders and links stay unchanged. */
export async function prepareLayout(dataDirAsGiven: string): Promise<PostgresLayout> {
  // PostgreSQL may have to traverse the folder as another user, which determines the final mode.
  await mkdir(dataDirAsGiven, { recursive: true, mode: 0o711 });
  const dataDir = await realpath(dataDirAsGiven);
  const found = await findBinaries();
  const folder = join(dataDir, postgresFolder);
  const cluster = join(folder, 'data');
  const clusterOwner = await stat(cluster).catch(ignoreMissing);
  // The cluster's owner may have lost access while another database was configured.
  if (clusterOwner) await closeDataFolder(dataDir, clusterOwner);
  const { runAs, copyPrograms } = await chooseRunAs({
    dataDir,
    clusterOwner: clusterOwner && { uid: clusterOwner.uid, gid: clusterOwner.gid },
    program: found.postgres,
  });
  const owner = ownerOf(runAs);
  await closeDataFolder(dataDir, owner);
  await makeFolder(folder, owner);
  const binaries = copyPrograms ? await copyBinaries(found, join(folder, `programs-${found.version}`)) : found;
  const libraries = await linkLibraries(binaries, join(folder, `libraries-${found.version}`));
  const startLock = join(folder, 'start.lock');
  const memberLock = join(folder, 'members.lock');
  const logFile = join(folder, 'postgres.log');
  for (const file of [startLock, memberLock, logFile]) await makeFile(file, owner);
  return {
    dataDir,
    folder,
    cluster,
    socketDir: await makeSocketDir(folder, owner),
    logFile,
    startLock,
    memberLock,
    lifeline: join(folder, 'lifeline'),
    runAs,
    binaries,
    // The environment isn't inherited: it may contain secrets.
    environment: { PATH: programPath, LC_ALL: 'C', TZ: 'UTC', ...libraries },
  };
}

async function makeSocketDir(folder: string, owner: Account | undefined): Promise<string> {
  const inside = join(folder, 'socket');
  const fits = Buffer.byteLength(inside + socketName) <= socketPathLimit;
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const temporary = join(tmpdir(), `docwright-${digest}`);
  const short = Buffer.byteLength(temporary + socketName) <= socketPathLimit ? temporary : `/tmp/docwright-${digest}`;
  const socketDir = fits ? inside : short;
  await makeFolder(socketDir, owner);
  // In a folder to which everyone may write, someone else could have created it first.
  const status = await lstat(socketDir);
  const expected = owner?.uid ?? process.getuid?.() ?? status.uid;
  if (!status.isDirectory() || status.uid !== expected || (status.mode & 0o077) !== 0) {
    throw new DatabaseError(
      'data-folder-not-writable',
      `The socket folder ${socketDir} is not a private folder of user ID ${expected}. Remove it.`,
    );
  }
  return socketDir;
}

/** Removes the socket folder if it is outside the data folder. */
export async function removeSocketDir(layout: PostgresLayout): Promise<void> {
  if (!layout.socketDir.startsWith(layout.folder)) await rm(layout.socketDir, { recursive: true, force: true });
}

async function makeFolder(path: string, owner: Account | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(ignoreExisting);
  // An existing folder's owner is also set, because the process that created it may not have set the owner yet.
  if (owner && (await lstat(path)).uid === process.getuid?.()) await chown(path, owner.uid, owner.gid);
}

/**
 * Creates an empty file unless it exists. An existing file is never opened, and a new file is never opened under its
 * final name, because closing a lock file releases all locks that the process has on it (fcntl(2)), and this process
 * may already be using the same server.
 */
async function makeFile(path: string, owner: Account | undefined): Promise<void> {
  if ((await stat(path).catch(ignoreMissing)) === undefined) {
    const unnamed = `${path}.${randomText(8)}`;
    await writeFile(unnamed, '', { mode: 0o600 });
    await link(unnamed, path).catch(ignoreExisting);
    await rm(unnamed);
  }
  // A user's cluster must stay usable for that user after root has run it.
  if (owner) await chown(path, owner.uid, owner.gid);
}

async function copyBinaries(from: PostgresBinaries, to: string): Promise<PostgresBinaries> {
  if (!(await stat(to).catch(ignoreMissing))) {
    const half = `${to}.${process.pid}`;
    await cp(from.folder, half, { recursive: true });
    await chmod(half, 0o755);
    await rename(half, to);
  }
  return binariesIn(to, from.version);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
