import { fork, type ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { locateEntryPoint } from '@docwright/entry-points';
import { copyLines, type Logger } from '../platform/log/index.ts';
import { killGraceMs } from '../platform/processes/index.ts';
import { workerMemory } from './worker-memory.ts';

export interface WorkerChild {
  readonly pid: () => number | undefined;
  stop(): Promise<void>;
}

/** A worker's only message: it accepts jobs, or the reason why it can't. */
export type WorkerMessage = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly message: string };

const entry = fileURLToPath(locateEntryPoint(new URL('worker-process.ts', import.meta.url)));
const restartDelaysMs = [100, 250, 500, 1000, 2000, 5000] as const;
/** Running time after which a worker is considered to have started successfully. */
const healthyMs = 30_000;
/** Time in addition to the drain time before a stopping worker is killed. */
const stopPatienceMs = 7_000;

/**
 * Starts a worker in a separate process, so that rendering never delays the API. Restarts it whenever it ends.
 * @throws Error with the worker's own reason if it can't start
 * @param environment the worker's settings
 * @param output receives the lines of the worker's log
 */
export async function startWorkerChild(options: {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: Writable;
  readonly drainMs: number;
  readonly log: Logger;
}): Promise<WorkerChild> {
  const { log } = options;
  let child: ChildProcess | undefined;
  let stopping = false;
  let failures = 0;
  let restart: NodeJS.Timeout | undefined;

  const start = (): Promise<void> => {
    const ready = Promise.withResolvers<void>();
    const startedAtMs = performance.now();
    const started = fork(entry, {
      env: { ...workerMemory.environment, ...options.environment },
      execArgv: [...process.execArgv, ...workerMemory.nodeOptions],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const source of [started.stdout, started.stderr]) if (source !== null) copyLines(source, options.output);
    child = started;
    let reason: string | undefined;
    started.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready') ready.resolve();
      else reason = message.message;
    });
    started.once('exit', (code, signal) => {
      ready.reject(new Error(reason ?? `the worker ended with ${signal ?? `code ${code}`}`));
      if (stopping) return;
      failures = performance.now() - startedAtMs > healthyMs ? 0 : failures + 1;
      const delayMs = restartDelaysMs[Math.min(failures, restartDelaysMs.length - 1)] ?? 0;
      log.warn({ code, signal, delayMs }, 'the worker ended and is restarted');
      restart = setTimeout(() => void start().catch(() => undefined), delayMs);
    });
    return ready.promise;
  };

  await start().catch((error: unknown) => {
    // The caller has no handle for stopping the worker, so it must not be restarted.
    stopping = true;
    clearTimeout(restart);
    throw error;
  });
  return {
    pid: () => child?.pid,
    stop: async () => {
      stopping = true;
      clearTimeout(restart);
      const running = child;
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      const givenUp = Promise.withResolvers<void>();
      running.kill('SIGTERM');
      // The worker normally stops sooner; this kills a process that hangs completely.
      const kill = setTimeout(() => running.kill('SIGKILL'), options.drainMs + stopPatienceMs);
      const giveUp = setTimeout(givenUp.resolve, options.drainMs + stopPatienceMs + killGraceMs);
      await Promise.race([ended, givenUp.promise]);
      clearTimeout(kill);
      clearTimeout(giveUp);
    },
  };
}
