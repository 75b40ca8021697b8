import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseError } from '../errors.ts';
import type { PostgresLayout } from './postgres-layout.ts';
import { readFailure } from './read-failure.ts';
import { spawnAs } from './run-as.ts';

/** The content of `postmaster.pid` (PostgreSQL source, `miscadmin.h`: one value per line). */
export interface RunningPostmaster {
  readonly pid: number;
  readonly socketDir: string;
  /** `starting`, `ready`, `stopping`, … */
  readonly status: string;
}

/**
 * `retry` means that the last postmaster was killed and some of its processes still use the shared memory. They exit
 * when they detect this, usually within milliseconds.
 */
export type StartOutcome =
  | { readonly kind: 'ready'; readonly child: ChildProcess; readonly postmaster: RunningPostmaster }
  | { readonly kind: 'retry'; readonly error: DatabaseError };

const pollIntervalMs = 10;
const logLimitBytes = 5_000_000;

/**
 * Returns this data folder's running postmaster, if any, regardless of the process that started it. Deletes a dead
 * postmaster's file.
 */
export async function findPostmaster(layout: PostgresLayout): Promise<RunningPostmaster | undefined> {
  const found = await readPidFile(layout.cluster);
  if (found && isPostmaster(found.pid, layout.cluster)) return found;
  // Process IDs are eventually reused, in containers immediately. PostgreSQL would then refuse to start.
  if (found) await rm(join(layout.cluster, 'postmaster.pid'), { force: true });
  return undefined;
}

/**
 * Whether the postmaster is still running. Cheap enough for several checks per second: /proc is in memory and therefore
 * read synchronously. An asynchronous read, with five steps in other threads, would take ten times the CPU time.
 */
export function isPostmaster(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // Without /proc (macOS), only the signal's result is available.
  if (process.platform !== 'linux') return true;
  // Excludes another process with that ID, and a zombie, which has no command line and is dead.
  return readCommandLine(pid).includes(cluster);
}

function readCommandLine(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // It has ended, or belongs to another account.
    return [];
  }
}

/** Starts the postmaster and waits until it accepts connections. The caller has the start lock. */
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
      // A separate session, so that Ctrl-C in a terminal reaches only the service, which stops PostgreSQL last.
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
 * Fast shutdown: open transactions are rolled back, connections are closed, and a checkpoint is written. A postmaster
 * that takes longer than `patienceMs` is shut down without a checkpoint, then killed; the next start replays the log.
 * @throws Error if it is still running after that
 */
export async function stopPostmaster(pid: number, cluster: string, patienceMs: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const startedAt = performance.now();
    kill(pid, signal);
    while (performance.now() - startedAt <= patienceMs) {
      if (!isPostmaster(pid, cluster)) return;
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
  // In single-user mode, the process ID is negative.
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
    // Backends read files themselves, so no I/O workers are started, and no process manages subscriptions.
    io_method: 'sync',
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A failed statement is reported to its sender. In the log, its values could reveal a secret.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** @returns the offset at which the lines of the next start begin */
async function rotateLog(path: string): Promise<number> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size <= logLimitBytes) return size;
  await rename(path, `${path}.1`);
  return 0;
}
