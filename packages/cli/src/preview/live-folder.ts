import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createFolderSource, type SiteSource } from '@docwright/site-builder';

export interface LiveFolder {
  /**
   * Returns the current state of the site. A file that hasn't been written since the last call is returned as the same
   * object, so that a build recognizes it as unchanged. With `saved`, only those files are checked, and added or
   * removed files aren't detected.
   */
  open(saved?: readonly string[]): SiteSource;
}

interface Held {
  readonly bytes: Uint8Array;
  /** The file's size and modification time. */
  readonly mark: string;
}

/** Opens a folder whose files are cached in memory while they are unchanged. */
export function createLiveFolder(named: string): LiveFolder {
  const folder = realpathSync(named);
  const held = new Map<string, Held>();
  let listed: SiteSource | undefined;

  function read(path: string): Uint8Array | undefined {
    const known = held.get(path);
    if (known !== undefined) return known.bytes;
    const file = join(folder, path);
    const mark = markOf(file);
    // A symlink that replaced a file or folder after the listing (`git checkout`) isn't followed either.
    if (mark === undefined || realpathSync(file) !== file) return undefined;
    const bytes = readFileSync(file);
    held.set(path, { bytes, mark });
    return bytes;
  }

  return {
    open(saved) {
      for (const [path, { mark }] of held)
        if ((saved === undefined || saved.includes(path)) && markOf(join(folder, path)) !== mark) held.delete(path);
      listed = saved === undefined || listed === undefined ? createFolderSource(folder) : listed;
      const known = listed;
      return {
        paths: known.paths,
        has: (path) => known.has(path),
        read: (path) => (known.has(path) ? read(path) : undefined),
      };
    },
  };
}

/** Returns the mark of a file, or `undefined` if the file no longer exists. */
function markOf(file: string): string | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  return stats?.isFile() === true ? `${stats.size} ${stats.mtimeNs} ${stats.ino}` : undefined;
}
