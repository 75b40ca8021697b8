import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface StartedHost {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly address: string;
  /** From `startHost` to ready. */
  readonly startMs: number;
  /** From the start of the process to ready. */
  readonly sinceProcessMs: number;
}

/**
 * As the chart and the compose file start it: a request's objects are garbage after it, so a bigger young generation
 * only fills memory. The flag has no effect once V8 runs, so it is passed on the command line.
 */
export const hostFlags: readonly string[] = ['--max-semi-space-size=2'];

/** Starts the deployment server in a separate process. */
export async function startHostProcess(settings: object): Promise<StartedHost> {
  const child = spawn(
    process.execPath,
    [...hostFlags, join(import.meta.dirname, 'run-host.ts'), JSON.stringify(settings)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = await once(child.stdout, 'data');
  return { child, pid: child.pid!, ...JSON.parse(String(line)) };
}

export async function stopProcess({ child }: StartedHost): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
