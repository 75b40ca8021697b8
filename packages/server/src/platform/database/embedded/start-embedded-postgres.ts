/**
 * A real PostgreSQL server for a service without a configured database.
 *
 * 1. Each data folder has one postmaster, which all of the service's processes (API, workers, commands) share. The
 *    first process starts it, the others adopt it, and the last process stops it.
 * 2. Starting and stopping require a file lock, so that two processes never do either at the same time.
 * 3. While the postmaster is in use, the first process that detects its death restarts it.
 * 4. When the last process is killed, the postmaster is also stopped. Until it has ended, the next start adopts or
 *    restarts it. No file on disk can become stale.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createCluster, databaseName, passwordFile, roleName } from './create-cluster.ts';
import { tryFileLock, waitForFileLock, type FileLock } from './file-lock.ts';
import { prepareLayout, removeSocketDir } from './prepare-layout.ts';
import type { PostgresLayout } from './postgres-layout.ts';
import { findPostmaster, isPostmaster, startPostmaster, stopPostmaster, type RunningPostmaster } from './postmaster.ts';
import { toDataFolderError } from './read-failure.ts';
import { holdLifeline, watchLifeline } from './stop-with-service.ts';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './settings.ts';

const defaultStartTimeoutMs = 60_000;
const watchIntervalMs = 500;
const retryIntervalMs = 50;
const restartDelaysMs = [0, 100, 250, 500, 1000, 2000, 5000] as const;
/** A postmaster that has run this long has started successfully. */
const healthyMs = 30_000;
const stopPatienceMs = 20_000;

/** @throws DatabaseError with a one-line message: folder not writable, disk full, foreign owner, no binaries, … */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    const startedAt = performance.now();
    const layout = await prepareLayout(options.dataDir);
    const server = new EmbeddedServer(layout, options);
    await server.join();
    const durationMs = Math.round(performance.now() - startedAt);
    options.log.info({ adopted: server.adopted, durationMs, runAs: layout.runAs.kind }, 'embedded PostgreSQL is ready');
    return server;
  } catch (error) {
    throw toDataFolderError(options.dataDir, error);
  }
}

class EmbeddedServer implements EmbeddedPostgres {
  adopted = false;
  connectionString = '';
  readonly #layout: PostgresLayout;
  readonly #options: EmbeddedPostgresOptions;
  readonly #stopping = new AbortController();
  #member: FileLock | undefined;
  #postmaster: RunningPostmaster | undefined;
  #lifeline: { release(): void } | undefined;
  #watcher: { end(): void } | undefined;
  #watching: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(layout: PostgresLayout, options: EmbeddedPostgresOptions) {
    this.#layout = layout;
    this.#options = options;
  }

  postmasterPid = (): number | undefined => this.#postmaster?.pid;

  async join(): Promise<void> {
    await this.#underStartLock(async (signal) => {
      this.#member = await waitForFileLock(this.#layout.memberLock, 'shared', signal);
      try {
        await createCluster(this.#layout);
        this.#lifeline = await holdLifeline(this.#layout.lifeline);
        this.adopted = await this.#ensureRunning(signal);
      } catch (error) {
        this.#member.release();
        this.#lifeline?.release();
        throw error;
      }
    });
    const password = await readFile(passwordFile(this.#layout.cluster), 'utf8');
    const host = encodeURIComponent(this.#postmaster?.socketDir ?? this.#layout.socketDir);
    // The parameter takes precedence. Other parsers refuse this URL without a placeholder host.
    this.connectionString = `postgres://${roleName}:${password}@localhost/${databaseName}?host=${host}`;
    this.#watching = this.#watch();
  }

  /** Ends this process's use of the server, and stops the server if no other process uses it. */
  stop(): Promise<void> {
    this.#stopped ??= this.#leave();
    return this.#stopped;
  }

  async #leave(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
    await this.#underStartLock(async () => {
      this.#member?.release();
      this.#lifeline?.release();
      const alone = tryFileLock(this.#layout.memberLock, 'exclusive');
      if (!alone) return;
      try {
        const running = await findPostmaster(this.#layout);
        if (running) await stopPostmaster(running.pid, this.#layout.cluster, stopPatienceMs);
        await removeSocketDir(this.#layout);
      } finally {
        alone.release();
      }
    });
  }

  /** @returns whether the server was already running */
  async #ensureRunning(signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const running = await findPostmaster(this.#layout);
      if (running?.status === 'ready') {
        this.#postmaster = running;
        return true;
      }
      // Another process is starting or stopping the server: check again later.
      if (running === undefined) {
        const outcome = await startPostmaster(this.#layout, signal);
        if (outcome.kind === 'ready') {
          this.#postmaster = outcome.postmaster;
          this.#watcher?.end();
          this.#watcher = watchLifeline(this.#layout.lifeline, this.#layout.cluster, outcome.postmaster.pid);
          return false;
        }
        if (signal.aborted) throw outcome.error;
      }
      signal.throwIfAborted();
      await delay(retryIntervalMs);
    }
  }

  async #watch(): Promise<void> {
    let failures = 0;
    let runningSince = performance.now();
    while (!this.#stopping.signal.aborted) {
      await delay(watchIntervalMs, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => undefined);
      if (
        this.#stopping.signal.aborted ||
        (this.#postmaster && isPostmaster(this.#postmaster.pid, this.#layout.cluster))
      )
        continue;
      if (performance.now() - runningSince > healthyMs) failures = 0;
      this.#options.log.error({ pid: this.#postmaster?.pid }, 'embedded PostgreSQL has ended: restarting it');
      const pauseMs = restartDelaysMs[Math.min(failures, restartDelaysMs.length - 1)];
      await delay(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      failures += 1;
      await this.#restart();
      runningSince = performance.now();
    }
  }

  async #restart(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    try {
      await this.#underStartLock(async (signal) => {
        await this.#ensureRunning(signal);
      });
      this.#options.log.info({ pid: this.#postmaster?.pid }, 'embedded PostgreSQL is ready again');
    } catch (error) {
      this.#options.log.error({ err: error }, 'embedded PostgreSQL could not be restarted; retrying');
    }
  }

  async #underStartLock(action: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const signal = AbortSignal.timeout(this.#options.startTimeoutMs ?? defaultStartTimeoutMs);
    const lock = await waitForFileLock(this.#layout.startLock, 'exclusive', signal);
    try {
      await action(signal);
    } finally {
      lock.release();
    }
  }
}
