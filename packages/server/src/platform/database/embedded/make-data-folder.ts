import { chmod, chown, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toDataFolderError } from './read-failure.ts';

/**
 * Creates the folder and its missing parents. Below `/proc`, where a new folder "does not exist" although its parent
 * does, Node's own recursive `mkdir` would exhaust the memory.
 *
 * @throws DatabaseError `data-folder-not-writable`, `data-folder-full`
 */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await closeToOthers(folder);
  } catch (error) {
    throw toDataFolderError(folder, error);
  }
}

/** The folder of PostgreSQL's files, which may belong to another user. PostgreSQL sets their modes itself. */
export const postgresFolder = 'postgres';

/**
 * Removes all other users' access to everything directly in the folder (repositories, bundles, logs, keys), even if an
 * earlier version, a restore or a umask granted it. Deeper files are inaccessible because their folder is.
 */
async function closeToOthers(folder: string): Promise<void> {
  const own = process.getuid?.();
  for (const name of await readdir(folder)) {
    if (name === postgresFolder) continue;
    const path = join(folder, name);
    // Another of the service's processes may have removed it in the meantime.
    const status = await lstat(path).catch(() => undefined);
    if (status === undefined || status.uid !== own || (status.mode & 0o077) === 0) continue;
    if (!status.isDirectory() && !status.isFile()) continue;
    await chmod(path, status.mode & 0o700).catch(ignoreMissing);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** The mode of a data folder that another user, such as PostgreSQL's, must traverse to reach its own folder. */
export const traversableMode = 0o710;

/**
 * Allows only the owner to access the data folder, and only the user that PostgreSQL runs as to traverse it. A folder
 * that belongs to another user, or that everyone may write to, stays unchanged, because others may use it too.
 */
export async function closeDataFolder(folder: string, passer: { uid: number; gid: number } | undefined): Promise<void> {
  const { uid, gid, mode } = await stat(folder);
  if (uid !== process.getuid?.() || (mode & 0o1002) !== 0) return;
  const mustPass = passer !== undefined && passer.uid !== uid;
  if (mustPass && gid !== passer.gid) await chown(folder, uid, passer.gid);
  const wanted = mustPass ? traversableMode : 0o700;
  if ((mode & 0o7777) !== wanted) await chmod(folder, wanted);
}

async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  await mkdir(folder, { mode: 0o711 }).catch(async (error: unknown) => {
    // Another process has just created it.
    if (!(await isFolder(folder))) throw error;
  });
}

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
