/**
 * Measures the time from `npm start` to the line that reports that everything is ready, with the data folder of an
 * earlier start:
 *
 * node bench/start/second-start.ts [starts=5] [--json]
 *
 * The first start, with its example project, is also shown. The installed and compiled tree that contains this file is
 * started. Wall-clock time is measured from npm's own start (goal: 1.0 s); processor time is that of npm, API, worker
 * and database until then.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { cpuSecondsBelow } from '../agent/process-usage.ts';
import { quantile } from '../api/open-bench.ts';
import { startService } from './start-service.ts';

interface Start {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const args = process.argv.slice(2);
const starts = Number(args.find((argument) => /^\d+$/.test(argument)) ?? 5);
const dataDir = await mkdtemp(join(tmpdir(), 'docwright-bench-second-start-'));
try {
  const load = loadavg()[0];
  // A port that is known in advance, like the default, so that the worker and the API load their code at the same time.
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

async function measureStart(port: number): Promise<Start> {
  const service = await startService({ dataDir, port });
  const cpuSeconds = cpuSecondsBelow(service.pid);
  await service.stop();
  return { seconds: service.seconds, cpuSeconds };
}

function round(figure: number): number {
  return Math.round(figure * 100) / 100;
}
