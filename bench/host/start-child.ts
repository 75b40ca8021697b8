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
  /** From the beginning of the process to ready. */
  readonly sinceProcessMs: number;
}

/** The deployment server in a process of its own. */
export async function startHostProcess(settings: object): Promise<StartedHost> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-host.ts'), JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, pid: child.pid!, ...JSON.parse(String(line)) };
}

export async function stopProcess({ child }: StartedHost): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
