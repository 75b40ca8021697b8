/**
 * Locks between processes on one machine. They can't become stale, because the kernel releases them when their process
 * ends for any reason.
 *
 * Node has no flock(2) or fcntl(2). The SQLite built into Node locks an (empty) database file with fcntl byte ranges,
 * shared or exclusive, so a transaction that is never committed serves as a lock. A file with a process ID is
 * unreliable because IDs are reused, and two processes that replace a stale file can both succeed.
 */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

export interface FileLock {
  release(): void;
}

const sqliteBusy = 5;
const pollIntervalMs = 15;

/**
 * Acquires the lock if no other lock conflicts. Several `shared` locks can coexist; an `exclusive` lock can't coexist
 * with another lock.
 */
export function tryFileLock(path: string, kind: 'shared' | 'exclusive'): FileLock | undefined {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    if (kind === 'exclusive') file.exec('BEGIN EXCLUSIVE');
    else {
      file.exec('BEGIN');
      // A deferred transaction acquires its shared lock with the first read.
      file.prepare('SELECT count(*) FROM sqlite_schema').get();
    }
  } catch (error) {
    file.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  let held = true;
  return {
    release: () => {
      if (held) file.close();
      held = false;
    },
  };
}

/** Waits for the lock. @throws the reason of `signal` */
export async function waitForFileLock(
  path: string,
  kind: 'shared' | 'exclusive',
  signal: AbortSignal,
): Promise<FileLock> {
  for (;;) {
    const lock = tryFileLock(path, kind);
    if (lock) return lock;
    signal.throwIfAborted();
    await delay(pollIntervalMs);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
