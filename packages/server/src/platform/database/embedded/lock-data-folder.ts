import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataFolderInUseError } from '../errors.ts';
import { tryFileLock } from './file-lock.ts';
import type { FileLock } from './file-lock.ts';
import { makeDataFolder } from './make-data-folder.ts';
import { toDataFolderError } from './read-failure.ts';

/**
 * Makes this process the only service instance that uses a data folder, until `release` or its end. Workers and
 * commands that share the folder don't need the lock.
 *
 * @throws DataFolderInUseError, DatabaseError `data-folder-not-writable`
 */
export async function lockDataFolder(dataDir: string): Promise<FileLock> {
  const holderFile = join(dataDir, 'instance.txt');
  try {
    await makeDataFolder(dataDir);
    const lock = tryFileLock(join(dataDir, 'instance.lock'), 'exclusive');
    if (!lock) throw new DataFolderInUseError(dataDir, await describeHolder(holderFile));
    // Only for the message above, because the lock itself is in the kernel.
    await writeFile(holderFile, `process ${process.pid}, started ${new Date().toISOString()}`);
    return lock;
  } catch (error) {
    throw toDataFolderError(dataDir, error);
  }
}

async function describeHolder(holderFile: string): Promise<string> {
  const holder = await readFile(holderFile, 'utf8').catch(() => '');
  return holder === '' ? 'another instance' : `another instance (${holder})`;
}
