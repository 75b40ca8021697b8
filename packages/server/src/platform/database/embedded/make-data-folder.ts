import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toDataFolderError } from './read-failure.ts';

/**
 * Makes the folder and what is missing above it. Node's own recursive `mkdir` fills the memory below `/proc`, where a new
 * folder "does not exist" although its parent does.
 *
 * @throws DatabaseError `data-folder-not-writable`, `data-folder-full`
 */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    throw toDataFolderError(folder, error);
  }
}

async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  await mkdir(folder, { mode: 0o711 }).catch(async (error: unknown) => {
    // Another process made it just now.
    if (!(await isFolder(folder))) throw error;
  });
}

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
