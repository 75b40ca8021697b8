import { statfs } from 'node:fs/promises';
import type { Logger } from '../log/index.ts';

/** `low`: less free space than the setting requires. `full`: jobs wait, and writes will fail. */
export type DiskState = 'ok' | 'low' | 'full';

export interface DiskWatch {
  state(): DiskState;
  /** Space on the folder's file system that is available to unprivileged users. */
  freeBytes(): number;
  stop(): Promise<void>;
}

interface Space {
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

export interface DiskWatchOptions {
  readonly folder: string;
  /**
   * The threshold of `low`. On a disk smaller than twenty times this value, the threshold is a twentieth of the disk.
   */
  readonly lowBytes: number;
  readonly log: Logger;
  /** Replaces the measurement of the file system in tests. */
  readonly measure?: (folder: string) => Promise<Space>;
  readonly everyMs?: number;
}

/** The size of a PostgreSQL log segment. With less space, the embedded database can't continue writing. */
export const fullBytes = 16 * 1024 ** 2;
/** Divisor of a disk's size for its threshold: a twentieth is 5%. */
const lowShare = 20;
const defaultEveryMs = 2_000;

/**
 * The state of a disk with this much space. `before` is the previous state; it prevents the state from changing with
 * each file that is written or deleted.
 */
export function toDiskState({ freeBytes, sizeBytes }: Space, lowBytes: number, before: DiskState): DiskState {
  // `full` ends at twice its threshold, because resumed jobs need some space immediately.
  if (freeBytes < (before === 'full' ? 2 : 1) * fullBytes) return 'full';
  return freeBytes < Math.min(lowBytes, sizeBytes / lowShare) ? 'low' : 'ok';
}

/** Regularly checks the free space of the folder's file system until it is stopped, and logs each change. */
export async function watchDisk(options: DiskWatchOptions): Promise<DiskWatch> {
  const { folder, lowBytes, log, measure = measureSpace } = options;
  let state: DiskState = 'ok';
  let freeBytes = Number.POSITIVE_INFINITY;
  const look = async (): Promise<void> => {
    try {
      const space = await measure(folder);
      const next = toDiskState(space, lowBytes, state);
      freeBytes = space.freeBytes;
      if (next !== state) tell(log, next, { folder, freeMegabytes: Math.floor(freeBytes / 1_000_000) });
      state = next;
    } catch (error) {
      log.debug({ err: error, folder }, 'the free space of the data folder could not be read');
    }
  };
  await look();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = look();
  }, options.everyMs ?? defaultEveryMs).unref();
  return {
    state: () => state,
    freeBytes: () => freeBytes,
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

async function measureSpace(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

function tell(log: Logger, state: DiskState, fields: object): void {
  switch (state) {
    case 'ok':
      log.info(fields, 'the disk of the data folder has free space again');
      return;
    case 'low':
      log.warn(fields, 'the disk of the data folder is nearly full');
      return;
    case 'full':
      log.error(fields, 'the disk of the data folder is full: jobs wait until space is freed');
  }
}
