import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface StartedHost {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly address: string;
  /** Milliseconds from the call to `startHost` until the server is ready. */
  readonly startMs: number;
  /** Milliseconds from the start of the process until the server is ready. */
  readonly sinceProcessMs: number;
}

/**
 * The same flag as in the chart and the compose file: a request's objects are garbage after the request, so a bigger
 * young generation would only use more memory. The flag has no effect once V8 runs, so it is passed on the command
 * line.
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
