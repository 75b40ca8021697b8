/**
 * Keeps running after its runner is killed, and cleans up. Reads standard input, which ends with the runner; `done`
 * before that means that the runner has cleaned up itself. Argument: the data folder.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const [dataDir = ''] = process.argv.slice(2);
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
const text = (await process.stdin.toArray()).join('');
if (!text.includes('done') && dataDir !== '') {
  const groups = readLines(join(dataDir, 'process-groups.txt'));
  const postmaster = readLines(join(dataDir, 'postgres', 'data', 'postmaster.pid')).slice(0, 1);
  for (const pid of groups) kill(-Number(pid), dataDir);
  for (const pid of postmaster) kill(Number(pid), dataDir);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

function readLines(path: string): string[] {
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => /^\d+$/.test(line))
    : [];
}

/** Kills a process only if it uses this data folder, because process IDs are reused. */
function kill(pid: number, folder: string): void {
  const about = ['environ', 'cmdline'].map((name) => `/proc/${Math.abs(pid)}/${name}`);
  const isOurs = about.some((path) => {
    try {
      return readFileSync(path, 'utf8').includes(folder);
    } catch {
      return false;
    }
  });
  if (!isOurs && existsSync('/proc/self')) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}
