import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { programPath } from './run-as.ts';

/**
 * Stops PostgreSQL after the service's last process has ended for any reason.
 *
 * Each of the service's processes has a named pipe open for writing, but never writes. A shell waits for end-of-file on
 * the pipe, which the kernel signals after the last writer has ended. A process ID in a file would require polling and
 * could be reused by another process; a separate Node process would need 40 MB.
 */
const script = `
  cat -- "$1" > /dev/null
  read -r pid < "$2/postmaster.pid" || exit 0
  [ "$pid" = "$3" ] || exit 0
  [ ! -d /proc/self ] || grep -qF -- "$2" "/proc/$pid/cmdline" || exit 0
  kill -INT "$pid"
`;

/** Creates the pipe unless it exists, and keeps it open. */
export async function holdLifeline(path: string): Promise<{ release(): void }> {
  const isThere = async (): Promise<boolean> =>
    lstat(path).then(
      (status) => status.isFIFO(),
      () => false,
    );
  if (!(await isThere())) {
    const options = { env: { PATH: programPath }, stdio: 'ignore', timeout: 10_000, killSignal: 'SIGKILL' } as const;
    spawnSync('mkfifo', ['-m', '600', path], options);
    // Without the program, the service isn't watched, but an orderly stop still ends PostgreSQL.
    if (!(await isThere())) return { release: () => undefined };
  }
  // Opened in both directions, because opening a pipe only for writing waits for a reader, or fails without one.
  const descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  return { release: () => closeSync(descriptor) };
}

/** Starts a watcher for this postmaster; a later postmaster has another watcher. The caller keeps the pipe open. */
export function watchLifeline(path: string, cluster: string, pid: number): { end(): void } {
  const watcher = spawn('sh', ['-c', script, 'docwright-postgres-watcher', path, cluster, String(pid)], {
    env: { PATH: programPath },
    cwd: '/',
    stdio: 'ignore',
    // In a separate process group, so that signals to this process's group don't kill the watcher.
    detached: true,
  });
  watcher.on('error', () => undefined);
  watcher.unref();
  return {
    end: () => {
      if (watcher.pid === undefined || watcher.exitCode !== null || watcher.signalCode !== null) return;
      // Signals the group, because the watcher waits for a child process.
      process.kill(-watcher.pid, 'SIGTERM');
    },
  };
}
