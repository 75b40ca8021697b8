import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseError } from '../errors.ts';
import type { PostgresLayout } from './postgres-layout.ts';
import { readFailure } from './read-failure.ts';
import { spawnAs } from './run-as.ts';

/** What `postmaster.pid` says (PostgreSQL source, `miscadmin.h`: one fact a line). */
export interface RunningPostmaster {
  readonly pid: number;
  readonly socketDir: string;
  /** `starting`, `ready`, `stopping`, … */
  readonly status: string;
}

/**
 * `retry`: the last postmaster was killed and some of its processes still hold the shared memory; they exit when they
 * notice, usually within milliseconds.
 */
export type StartOutcome =
  | { readonly kind: 'ready'; readonly child: ChildProcess; readonly postmaster: RunningPostmaster }
  | { readonly kind: 'retry'; readonly error: DatabaseError };

const pollIntervalMs = 10;
const logLimitBytes = 5_000_000;

/**
 * The running postmaster of this data folder, if there is one, whichever process started it. Deletes the file of a dead
 * one.
 */
export async function findPostmaster(layout: PostgresLayout): Promise<RunningPostmaster | undefined> {
  const found = await readPidFile(layout.cluster);
  if (found && (await isPostmaster(found.pid, layout.cluster))) return found;
  // A process id is reused sooner or later, in containers at once; PostgreSQL would then refuse to start.
  if (found) await rm(join(layout.cluster, 'postmaster.pid'), { force: true });
  return undefined;
}

/** Whether it is still running. Cheap enough to check several times a second. */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // No /proc (macOS): the signal's result must do.
  if (process.platform !== 'linux') return true;
  // Not another process with that ID; and a zombie, which has no command line, is dead.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.split('\0').includes(cluster);
}

/** Starts the postmaster and waits until it accepts connections. The caller holds the start lock. */
export async function startPostmaster(layout: PostgresLayout, signal: AbortSignal): Promise<StartOutcome> {
  const logStart = await rotateLog(layout.logFile);
  const log = openSync(layout.logFile, 'a', 0o600);
  const child = spawnAs(
    layout.runAs,
    [layout.binaries.postgres, '-D', layout.cluster, ...configuration(layout.socketDir)],
    {
      cwd: '/',
      env: layout.environment,
      stdio: ['ignore', log, log],
      // Its own session: Ctrl-C in a terminal goes to the service alone, which stops PostgreSQL last.
      detached: true,
    },
  );
  closeSync(log);
  let spawnError: Error | undefined;
  child.once('error', (error) => {
    spawnError = error;
  });
  child.unref();
  for (;;) {
    const postmaster = await readPidFile(layout.cluster);
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return { kind: 'ready', child, postmaster };
    if (spawnError || child.exitCode !== null || child.signalCode !== null) {
      const { error, retry } = await readFailure(layout, logStart, spawnError);
      if (retry) return { kind: 'retry', error };
      throw error;
    }
    if (signal.aborted) {
      child.kill('SIGQUIT');
      throw signal.reason;
    }
    await delay(pollIntervalMs);
  }
}

/**
 * Fast shutdown: open transactions are rolled back, connections closed, a checkpoint written. A postmaster that takes longer than
 * `patienceMs` is shut down at once, then killed: the next start replays the log.
 * @throws Error if it is still there after that
 */
export async function stopPostmaster(pid: number, cluster: string, patienceMs: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const startedAt = performance.now();
    kill(pid, signal);
    while (performance.now() - startedAt <= patienceMs) {
      if (!(await isPostmaster(pid, cluster))) return;
      await delay(pollIntervalMs);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) can't be stopped: it ignored SIGINT, SIGQUIT and SIGKILL`);
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function readPidFile(cluster: string): Promise<RunningPostmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , , socketDir = '', , , status = ''] = text.split('\n');
  // In single-user mode the process id is negative.
  if (!(Number(pid) > 1)) return undefined;
  return { pid: Number(pid), socketDir, status: status.trim() };
}

function configuration(socketDir: string): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '200',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A failed statement is reported to its sender; in the log its values could be a secret.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** @returns where the lines of the coming start begin */
async function rotateLog(path: string): Promise<number> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size <= logLimitBytes) return size;
  await rename(path, `${path}.1`);
  return 0;
}
