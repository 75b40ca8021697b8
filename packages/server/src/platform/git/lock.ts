import { type FileLock, waitForFileLock } from '../database/embedded/file-lock.ts';
import { GitError, throwIfCancelled } from './errors.ts';

export interface LockOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Shared locks can coexist. */
  readonly kind?: 'shared' | 'exclusive';
}

/**
 * Runs `work` while no other process on this machine, and no other caller in this process, has a conflicting lock on
 * the file.
 */
export async function withFileLock<T>(path: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  const lock = await take(path, options);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function take(path: string, { timeoutMs, signal, kind = 'exclusive' }: LockOptions): Promise<FileLock> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await waitForFileLock(path, kind, signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
  } catch (cause) {
    throwIfCancelled(signal);
    if (!timeout.aborted) throw cause;
    throw new GitError('timeout', `Another process has been working on this repository for ${timeoutMs} ms.`, {
      cause,
    });
  }
}
