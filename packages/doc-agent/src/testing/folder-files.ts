import { readFile, readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { BaseFile, BaseFiles } from '../ports.ts';

/** A folder as a base commit. It is read once, because it doesn't change while tests run. */
export async function folderFiles(folder: string): Promise<BaseFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: BaseFile[] = [];
  for (const entry of entries) {
    const full = join(entry.parentPath, entry.name);
    if (entry.isFile())
      files.push({ path: relative(folder, full).split(sep).join('/'), sizeBytes: (await stat(full)).size });
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const known = new Set(files.map((file) => file.path));
  return {
    list: () => Promise.resolve(files),
    read: async (path) => (known.has(path) ? await readFile(join(folder, path)) : undefined),
  };
}
