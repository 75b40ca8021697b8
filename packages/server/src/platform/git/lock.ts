import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitError, throwIfCancelled } from './errors.ts';

/** The holder touches its lock this often… */
const HEARTBEAT_MS = 2_000;
/** …so one that was not touched for this long has no holder any more. */
const STALE_MS = 20_000;
const POLL_MS = 25;

interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
}

export interface LockOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` while no other process that uses the same file does. The lock outlives no holder: one whose process is
 * gone (this machine) or whose heartbeat stopped (another one) is taken over.
 *
 * It keeps git commands from getting in each other's way. What must be right in any case is guarded by git's own
 * reference locks: a lock that were lost to a stopped clock would cost a retry, not a repository.
 */
export async function withFileLock<T>(path: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  const deadline = performance.now() + options.timeoutMs;
  while (!(await tryToTake(path, token))) {
    await removeIfStale(path);
    throwIfCancelled(options.signal);
    if (performance.now() > deadline) {
      throw new GitError('timeout', `Another process has been working on this repository for ${options.timeoutMs} ms.`);
    }
    await sleep(POLL_MS * (0.5 + Math.random()), undefined, { signal: options.signal }).catch(throwCancelled);
  }
  const heartbeat = setInterval(() => void touch(path), HEARTBEAT_MS);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if ((await readHolder(path))?.token === token) await rm(path, { force: true });
  }
}

/** Written aside and linked into place: the lock is never seen half-written. */
async function tryToTake(path: string, token: string): Promise<boolean> {
  const holder: Holder = { token, pid: process.pid, host: hostname() };
  const draft = `${path}.${token}`;
  await writeFile(draft, JSON.stringify(holder));
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function removeIfStale(path: string): Promise<void> {
  const seen = await readHolder(path);
  if (seen === undefined || !(await isStale(path, seen))) return;
  // Two waiters may come here together: what was moved aside must be what was judged, or it goes back.
  const aside = `${path}.${randomUUID()}.stale`;
  try {
    await rename(path, aside);
    if ((await readHolder(aside))?.token !== seen.token) await link(aside, path).catch(() => {});
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function isStale(path: string, holder: Holder): Promise<boolean> {
  if (holder.host === hostname() && !isAlive(holder.pid)) return true;
  const touched = await stat(path).catch(() => undefined);
  return touched !== undefined && Date.now() - touched.mtimeMs > STALE_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => {});
}

function throwCancelled(cause: unknown): never {
  throw new GitError('cancelled', 'Waiting for the repository was cancelled.', { cause });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
