import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findCompiledFolder, repository } from '../../packages/entry-points/src/compiled-folder.mjs';

export interface StartedService {
  readonly pid: number;
  /** The time from the start of npm to the line of JSON that reports that API, worker and edge are ready. */
  readonly seconds: number;
  stop(): Promise<void>;
}

/** Runs `npm start` in this checkout, whose entry points must be compiled. */
export async function startService(options: {
  readonly dataDir: string;
  readonly port: number;
}): Promise<StartedService> {
  if (findCompiledFolder() === undefined)
    throw new Error('Nothing is compiled: run "npm start", or scripts/run-compile-entry-points.ts.');
  const { dataDir, port } = options;
  const started = performance.now();
  const child = spawn('npm', ['start', '--silent', '--', '--json', '--port', String(port)], {
    cwd: repository,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DOCWRIGHT_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderrText = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderrText = (stderrText + text).slice(-10_000)));
  const ended = once(child, 'close');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`npm start ended with ${code}: ${stderrText}`))),
  ]);
  return {
    pid: child.pid ?? 0,
    seconds: (performance.now() - started) / 1_000,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
