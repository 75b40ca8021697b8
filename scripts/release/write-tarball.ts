import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'tar';

/** The date that npm also gives to files in packages, because some tools reject dates before 1980. */
export const tarballDate = new Date('1985-10-26T08:15:00Z');

/**
 * Writes a folder as a compressed archive whose bytes depend only on names, contents and which files are executable.
 *
 * @param options.prefix folder of all entries in the archive: `package` for npm
 */
export async function writeTarball(
  folder: string,
  file: string,
  { prefix }: { readonly prefix: string },
): Promise<void> {
  const paths = listFiles(folder);
  // The mode of new files depends on the umask.
  for (const path of paths) {
    const isExecutable = (statSync(join(folder, path)).mode & 0o100) !== 0;
    chmodSync(join(folder, path), isExecutable ? 0o755 : 0o644);
  }
  await create(
    { cwd: folder, file, prefix, gzip: { level: 9 }, portable: true, mtime: tarballDate, noDirRecurse: true },
    paths,
  );
}

/** Lists the paths of all files below a folder, in an order that doesn't depend on the file system or the language. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
