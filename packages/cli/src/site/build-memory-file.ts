import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BuildCache } from '@docwright/site-builder';
import { buildMemoryPath, type Environment } from './build-memory-path.ts';

export interface BuildMemoryFile {
  readonly cache: BuildCache;
  /** Whether a cache existed. */
  readonly isFound: boolean;
  /** Saves the cache for the next command on the same folder. Write errors are ignored. */
  save(now: Date): void;
}

/** How long a cache is kept after it was last saved. */
const keptForMs = 30 * 24 * 3_600_000;
/** Maximum size of a cache, about 20,000 pages. Reading a larger cache would cost as much as rendering. */
const maxBytes = 512 * 1024 * 1024;

/**
 * Opens a folder's cache from earlier commands, in the user's cache folder (`XDG_CACHE_HOME`). Checks and builds cache
 * different data, each in a separate file.
 */
export function openBuildMemory(folder: string, env: Environment, keeps: 'issues' | 'contents'): BuildMemoryFile {
  const file = buildMemoryPath(folder, env, keeps);
  const cache = dirname(file);
  const saved = readSaved(file);
  const buildCache = new BuildCache({ keeps, ...(saved !== undefined && { saved }) });
  return {
    cache: buildCache,
    isFound: saved !== undefined,
    save: (now) => {
      try {
        const bytes = buildCache.save();
        if (bytes.length > maxBytes) return;
        mkdirSync(cache, { recursive: true, mode: 0o700 });
        const part = `${file}.${randomUUID()}`;
        writeFileSync(part, bytes, { mode: 0o600 });
        renameSync(part, file);
        removeOld(cache, now);
      } catch {
        // With a read-only home or a full disk, the next build is slower, but this build has succeeded.
      }
    },
  };
}

function readSaved(file: string): Uint8Array | undefined {
  try {
    return statSync(file).size > maxBytes ? undefined : readFileSync(file);
  } catch {
    return undefined;
  }
}

function removeOld(cache: string, now: Date): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    if (now.getTime() - statSync(path).mtimeMs > keptForMs) rmSync(path, { force: true });
  }
}
