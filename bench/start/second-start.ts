/**
 * Measures the time from `npm start` to the line that says that everything is ready, with the data folder of an earlier
 * start:
 *
 *     node bench/start/second-start.ts [starts=5] [--json]
 *
 * The first start, with its example project, is also shown. The installed and compiled tree that contains this file is
 * started. Wall-clock time is measured from npm's own start (goal: 1.0 s); processor time is that of npm, API, worker
 * and database until then.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCompiledFolder, repository } from '../../packages/entry-points/src/compiled-folder.mjs';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { cpuSecondsBelow } from '../agent/process-usage.ts';
import { quantile } from '../api/open-bench.ts';

interface Start {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const args = process.argv.slice(2);
const starts = Number(args.find((argument) => /^\d+$/.test(argument)) ?? 5);
if (findCompiledFolder() === undefined)
  throw new Error('Nothing is compiled: run "npm start", or scripts/run-compile-entry-points.ts.');
const dataDir = await mkdtemp(join(tmpdir(), 'docwright-bench-second-start-'));
try {
  const load = loadavg()[0];
  // A port that is known in advance, like the default, so that worker and API load their code at the same time.
  const port = await findFreePort();
  const first = await measureStart(port);
  // The first start after an installation fills Node's cache of compiled code.
  const second = await measureStart(port);
  const later: Start[] = [];
  for (let index = 0; index < starts; index += 1) later.push(await measureStart(port));
  const result = {
    load,
    cores: availableParallelism(),
    firstSeconds: round(first.seconds),
    secondSeconds: round(second.seconds),
    secondCpuSeconds: round(second.cpuSeconds),
    starts,
    laterSeconds: round(
      quantile(
        later.map(({ seconds }) => seconds),
        0.5,
      ),
    ),
    laterSecondsFastest: round(Math.min(...later.map(({ seconds }) => seconds))),
    laterSecondsSlowest: round(Math.max(...later.map(({ seconds }) => seconds))),
    laterCpuSeconds: round(
      quantile(
        later.map(({ cpuSeconds }) => cpuSeconds),
        0.5,
      ),
    ),
  };
  if (args.includes('--json')) console.log(JSON.stringify(result));
  else console.table(result);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

/** From the start of npm to the line of JSON that is printed once API, worker and edge are ready. */
async function measureStart(port: number): Promise<Start> {
  const started = performance.now();
  const child = spawn('npm', ['start', '--silent', '--', '--json', '--port', String(port)], {
    cwd: repository,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DOCWRIGHT_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-10_000)));
  const ended = once(child, 'close');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`npm start ended with ${code}: ${said}`))),
  ]);
  const seconds = (performance.now() - started) / 1_000;
  const cpuSeconds = cpuSecondsBelow(child.pid ?? 0);
  child.kill('SIGTERM');
  await ended;
  return { seconds, cpuSeconds };
}

function round(figure: number): number {
  return Math.round(figure * 100) / 100;
}
