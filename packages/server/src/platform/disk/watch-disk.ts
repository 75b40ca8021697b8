import { statfs } from 'node:fs/promises';
import type { Logger } from '../log/index.ts';

/** `low`: there is less room than the setting asks for. `full`: jobs wait, and writes are refused sooner or later. */
export type DiskState = 'ok' | 'low' | 'full';

export interface DiskWatch {
  state(): DiskState;
  /** In the file system of the folder, for who may write as an ordinary user. */
  freeBytes(): number;
  stop(): Promise<void>;
}

interface Space {
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

export interface DiskWatchOptions {
  readonly folder: string;
  /** Below this it is `low`; on a disk of less than twenty times as much, below its twentieth part. */
  readonly lowBytes: number;
  readonly log: Logger;
  /** In place of the file system's answer, for tests. */
  readonly measure?: (folder: string) => Promise<Space>;
  readonly everyMs?: number;
}

/** A segment of PostgreSQL's log: with less, the embedded database can't go on writing. */
export const fullBytes = 16 * 1024 ** 2;
/** A twentieth, 5 %. */
const lowShare = 20;
const defaultEveryMs = 2_000;

/** What the disk is called with so much room; `before` keeps it from changing with each file that comes and goes. */
export function judgeSpace({ freeBytes, sizeBytes }: Space, lowBytes: number, before: DiskState): DiskState {
  // Full ends with twice the room that it began with: jobs that go on need some at once.
  if (freeBytes < (before === 'full' ? 2 : 1) * fullBytes) return 'full';
  return freeBytes < Math.min(lowBytes, sizeBytes / lowShare) ? 'low' : 'ok';
}

/** Looks at the room of the folder's file system now and then, until it is stopped; the log tells each change. */
export async function watchDisk(options: DiskWatchOptions): Promise<DiskWatch> {
  const { folder, lowBytes, log, measure = measureSpace } = options;
  let state: DiskState = 'ok';
  let freeBytes = Number.POSITIVE_INFINITY;
  const look = async (): Promise<void> => {
    try {
      const space = await measure(folder);
      const next = judgeSpace(space, lowBytes, state);
      freeBytes = space.freeBytes;
      if (next !== state) tell(log, next, { folder, freeMegabytes: Math.floor(freeBytes / 1_000_000) });
      state = next;
    } catch (error) {
      log.debug({ err: error, folder }, 'the room of the data folder could not be read');
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
      log.info(fields, 'there is room on the disk of the data folder again');
      return;
    case 'low':
      log.warn(fields, 'the disk of the data folder is nearly full');
      return;
    case 'full':
      log.error(fields, 'the disk of the data folder is full: jobs wait until there is room');
  }
}
