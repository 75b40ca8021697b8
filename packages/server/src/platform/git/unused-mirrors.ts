import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { tryFileLock } from '../database/embedded/file-lock.ts';
import { withFileLock } from './lock.ts';
import type { MirrorBounds, UnusedMirror } from './mirror.ts';

/**
 * An agent's turn ends within a quarter of an hour, an export or a deployment sooner, and each access to a mirror
 * counts as a use. A mirror that was used within this time may therefore still be in use.
 */
const inUseMs = 3_600_000;

/**
 * A name that no repository can have. The lock prevents removals between the check that a mirror is complete and the
 * recording of its use. Both sides need it only briefly.
 */
const lockName = '.removals.lock';
const lockTimeoutMs = 30_000;
const goneSuffix = '.gone';

/** Records that a mirror is about to be used, so that it isn't removed for at least an hour. */
export async function useMirror(gitDir: string, root: string, now: number): Promise<void> {
  await withFileLock(join(root, lockName), { kind: 'shared', timeoutMs: lockTimeoutMs }, () => recordUse(gitDir, now));
}

/** Records a mirror's last use as its folder's modification time. Nothing is recorded for a missing mirror. */
export async function recordUse(gitDir: string, now: number): Promise<void> {
  await utimes(gitDir, now / 1_000, now / 1_000).catch(() => undefined);
}

/**
 * Returns the mirrors that haven't been used for the given number of days. If the remaining mirrors exceed the disk
 * limit, also returns the least recently used mirrors that must be removed to meet it.
 */
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

/**
 * Removes unused mirrors. Each is renamed first, so that a mirror is never incomplete. Leftovers of a crash are also
 * removed.
 */
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

/** Returns false if a fetch is running, or the mirror has been used since it was checked. */
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
