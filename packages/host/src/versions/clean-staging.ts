import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BUNDLE_FILE, listStaging, stagingPath } from './version-files.ts';

export interface StagingOwner {
  /** `<host digest>-<pid>`: the prefix of the staging folders that this process creates. */
  readonly name: string;
  readonly isAlive: (pid: number) => boolean;
  readonly nowMs: number;
}

/** A download by a process on another machine is considered abandoned if it hasn't grown for this long. */
const ABANDONED_MS = 10 * 60 * 1000;

async function isAbandoned(
  folder: string,
  name: string,
  { name: owner, isAlive, nowMs }: StagingOwner,
): Promise<boolean> {
  const [host = '', pid = ''] = name.split('-');
  const [ownHost = '', ownPid = ''] = owner.split('-');
  // This process has just started, so a folder with its process ID belongs to an earlier process.
  if (host === ownHost && (pid === ownPid || !isAlive(Number(pid)))) return true;
  const path = stagingPath(folder, name);
  const { mtimeMs } = await stat(join(path, BUNDLE_FILE)).catch(() => stat(path).catch(() => ({ mtimeMs: nowMs })));
  return nowMs - mtimeMs > ABANDONED_MS;
}

/** Removes unfinished folders of crashed processes, but not those of running processes. Called once at startup. */
export async function cleanStaging(folder: string, owner: StagingOwner): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await listStaging(folder)) {
    if (!(await isAbandoned(folder, name, owner))) continue;
    await rm(stagingPath(folder, name), { recursive: true, force: true });
    removed.push(name);
  }
  return removed;
}
