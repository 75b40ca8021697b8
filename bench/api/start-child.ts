import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { workerMemory } from '../../packages/server/src/index.ts';

export interface Started {
  readonly pid: number;
  readonly ready: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const readyMs = 120_000;

/**
 * Starts a script of this folder in a separate process; a worker gets the same options as from `docwright up`. The
 * process is ready when it has written a line of JSON to stderr.
 */
export async function startChild(script: string, ...args: string[]): Promise<Started> {
  const isWorker = args[0] === 'worker';
  // An edge gets the same options as from the compose file and the chart.
  const edgeOptions = script.endsWith('run-edge.ts') ? ['--max-semi-space-size=8'] : [];
  const nodeOptions = isWorker ? workerMemory.nodeOptions : edgeOptions;
  const child: ChildProcess = spawn(process.execPath, [...nodeOptions, join(import.meta.dirname, script), ...args], {
    env: { ...process.env, ...(isWorker && workerMemory.environment) },
    // The child stops when its input ends, which happens whenever this process ends.
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let output = '';
  const ready = await new Promise<Record<string, string>>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${script} was not ready in time: ${output}`)), readyMs);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000);
      const line = output.split('\n').find((one) => one.startsWith('{') && output.includes(`${one}\n`));
      if (line === undefined) return;
      clearTimeout(timer);
      resolve(JSON.parse(line) as Record<string, string>);
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}: ${output}`)));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${script} has no process`);
  return {
    pid,
    ready,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
