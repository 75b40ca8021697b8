/**
 * Measures an idle service, and the first visit to the manual: `node bench/start/idle.ts [seconds=60] [--json]`.
 *
 * The installed and compiled tree that contains this file is started twice with one data folder. For the second start,
 * this shows the time of the first request for the manual. After half a minute, it also shows the memory of npm, API
 * with edge, worker and database (goal: 350 MB) and their processor time (goal: 1% of a core). Memory that processes
 * share is divided among them (proc(5), `Pss`).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { cpuSecondsBelow, sharesOfMemory } from '../agent/process-usage.ts';
import { startService } from './start-service.ts';

const settledMs = 30_000;

const args = process.argv.slice(2);
const seconds = Number(args.find((argument) => /^\d+$/.test(argument)) ?? 60);
const dataDir = await mkdtemp(join(tmpdir(), 'docwright-bench-idle-'));
try {
  const port = await findFreePort();
  const first = await startService({ dataDir, port });
  const builtMs = await visitManual(port);
  await first.stop();
  const service = await startService({ dataDir, port });
  try {
    const manualMs = await visitManual(port);
    await delay(settledMs);
    const before = cpuSecondsBelow(service.pid);
    await delay(seconds * 1_000);
    const used = cpuSecondsBelow(service.pid) - before;
    const megabytes = sharesOfMemory(service.pid);
    const result = {
      load: loadavg()[0],
      cores: availableParallelism(),
      manualBuiltMs: Math.round(builtMs),
      manualMs: Math.round(manualMs),
      cpuPercent: Math.round((used / seconds) * 1_000) / 10,
      megabytes: Math.round(Object.values(megabytes).reduce((sum, each) => sum + each, 0)),
      ...Object.fromEntries(Object.entries(megabytes).map(([kind, each]) => [`${kind}Mb`, Math.round(each)])),
    };
    if (args.includes('--json')) console.log(JSON.stringify(result));
    else console.table(result);
  } finally {
    await service.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

/** Returns the milliseconds until the manual's first page is available. A build may take several requests. */
async function visitManual(port: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/docs`);
    await answer.arrayBuffer();
    if (answer.status === 200) return performance.now() - started;
    await delay(100);
  }
}
