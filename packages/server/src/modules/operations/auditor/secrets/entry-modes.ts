import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface EntryMode {
  readonly path: string;
  /** Permission bits. */
  readonly mode: number;
  /** Whether this is the data folder itself, which others can traverse if PostgreSQL runs as another user. */
  readonly isDataFolder: boolean;
}

/**
 * Reads the modes of the data folder and its entries. Must be called before the installation is opened, because opening
 * it removes other accounts' access to its files.
 */
export async function readEntryModes(dataDir: string): Promise<readonly EntryMode[]> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException): string[] => {
    // If the database and the bundle store are elsewhere, this machine may have no data folder.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const entries = names.toSorted().map((name) => ({ path: join(dataDir, name), isDataFolder: false }));
  const found = await Promise.all([{ path: dataDir, isDataFolder: true }, ...entries].map(readMode));
  return found.filter((entry) => entry !== undefined);
}

async function readMode(entry: Omit<EntryMode, 'mode'>): Promise<EntryMode | undefined> {
  // Deleted after the folder was read, or a link, which has no meaningful mode.
  const stats = await lstat(entry.path).catch(() => undefined);
  return stats === undefined || stats.isSymbolicLink() ? undefined : { ...entry, mode: stats.mode & 0o777 };
}
