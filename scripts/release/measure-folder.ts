import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const blockBytes = 512;

/** Returns the space that a folder takes on disk, like `du -s`. */
export function measureFolder(folder: string): number {
  return [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))]
    .map((path) => lstatSync(path).blocks * blockBytes)
    .reduce((sum, bytes) => sum + bytes, 0);
}
