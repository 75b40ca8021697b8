import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../packages/cli/bin/docwright.mjs', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A separate `docwright` process, in its own process group. */
export interface Process {
  readonly pid: number;
  /**
   * The parsed first line on stdout, which means that the process is ready. Rejects if the process ends before that.
   */
  readonly ready: Promise<Record<string, unknown>>;
  readonly ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
  /** Kills the process and all its descendants. */
  killGroup(): void;
}

/** @param logFile file for its stderr, which is its log with `--json` */
export function startProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  logFile: string,
): Process {
  const log = openSync(logFile, 'a');
  const own = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const child = spawn(process.execPath, [command, ...args, '--json'], {
    env: { ...own, ...environment },
    stdio: ['ignore', 'pipe', log],
    detached: true,
  });
  closeSync(log);
  const { pid } = child;
  if (pid === undefined) throw new Error(`docwright ${args.join(' ')} could not be started`);
  // For the guard, which ends the processes left by a killed runner.
  appendFileSync(join(dirname(logFile), 'process-groups.txt'), `${pid}\n`);
  const ended = (once(child, 'close') as Promise<[Ended['code'], Ended['signal']]>).then(([code, signal]) => ({
    code,
    signal,
  }));
  if (child.stdout === null) throw new Error('a process was started without stdout');
  const line = once(child.stdout.setEncoding('utf8'), 'data').then(([text]) => {
    const answer = JSON.parse(String(text)) as Record<string, unknown>;
    if ('error' in answer) throw new Error(`docwright ${args.join(' ')}: ${String(text)}`);
    return answer;
  });
  const ready = Promise.race([
    line,
    ended.then(({ code, signal }) => {
      throw new Error(`docwright ${args.join(' ')} ended with ${signal ?? String(code)} before it was ready`);
    }),
  ]);
  // Callers that wait for `ready` receive the error. No one waits for a worker that is meant to end early.
  ready.catch(() => undefined);
  return {
    pid,
    ready,
    ended,
    kill: (signal) => void child.kill(signal),
    killGroup: () => {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    },
  };
}
