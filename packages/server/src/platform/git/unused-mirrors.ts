import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { tryFileLock } from '../database/embedded/file-lock.ts';
import { withFileLock } from './lock.ts';
import type { MirrorBounds, UnusedMirror } from './mirror.ts';

/**
 * A turn of an agent ends after a quarter of an hour, an export or a deployment sooner, and each look at a mirror counts as a use: who
 * used one within this time may go on with it.
 */
const inUseMs = 3_600_000;

/** No repository is named so. Between the question whether a mirror has everything and the answer none is removed. Held for an instant, by either side. */
const lockName = '.removals.lock';
const lockTimeoutMs = 30_000;
const goneSuffix = '.gone';

/** A use of a mirror that is about to be relied on: it stands for at least an hour after this. */
export async function useMirror(gitDir: string, root: string, now: number): Promise<void> {
  await withFileLock(join(root, lockName), { kind: 'shared', timeoutMs: lockTimeoutMs }, () => noteUse(gitDir, now));
}

/** The time of a mirror's folder is that of its last use. Of one that is not there nothing is noted. */
export async function noteUse(gitDir: string, now: number): Promise<void> {
  await utimes(gitDir, now / 1_000, now / 1_000).catch(() => undefined);
}

/** Those that nobody used for so many days, and of the others, the one used longest ago first, as many as are too much for the disk. */
export async function listUnusedMirrors(root: string, bounds: MirrorBounds, now: number): Promise<UnusedMirror[]> {
  const all: UnusedMirror[] = [];
  for (const name of await listFolder(root)) {
    if (!name.endsWith('.git')) continue;
    const folder = join(root, name);
    const usedAt = (await stat(folder).catch(() => undefined))?.mtime;
    if (usedAt === undefined) continue;
    all.push({ id: name.slice(0, -'.git'.length), bytes: await bytesOf(folder), usedAt });
  }
  all.sort((one, other) => one.usedAt.getTime() - other.usedAt.getTime());
  let total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  return all.filter(({ bytes, usedAt }) => {
    const idleMs = now - usedAt.getTime();
    if (idleMs < inUseMs || (idleMs <= bounds.days * 86_400_000 && total <= bounds.maxBytes)) return false;
    total -= bytes;
    return true;
  });
}

/** The same, removed: renamed first, so that a mirror is whole or not there. What a crash left of one goes too. */
export async function removeUnusedMirrors(root: string, bounds: MirrorBounds, now: number): Promise<UnusedMirror[]> {
  await removeGone(root);
  const removed: UnusedMirror[] = [];
  for (const mirror of await listUnusedMirrors(root, bounds, now)) {
    if (await putAside(root, mirror)) removed.push(mirror);
  }
  await removeGone(root);
  return removed;
}

async function removeGone(root: string): Promise<void> {
  for (const name of await listFolder(root)) {
    if (name.endsWith(goneSuffix)) await rm(join(root, name), { recursive: true, force: true });
  }
}

/** False where somebody fetches into it, or used it since it was looked at. */
async function putAside(root: string, { id, usedAt }: UnusedMirror): Promise<boolean> {
  const gitDir = join(root, `${id}.git`);
  const fetching = tryFileLock(join(root, `${id}.lock`), 'exclusive');
  if (fetching === undefined) return false;
  try {
    return await withFileLock(join(root, lockName), { timeoutMs: lockTimeoutMs }, async () => {
      const found = await stat(gitDir).catch(() => undefined);
      if (found?.mtime.getTime() !== usedAt.getTime()) return false;
      await rename(gitDir, join(root, `${id}${goneSuffix}`));
      return true;
    });
  } finally {
    fetching.release();
  }
}

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}

const listFolder = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
